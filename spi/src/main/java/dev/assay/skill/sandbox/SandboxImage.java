package dev.assay.skill.sandbox;

import java.util.ArrayList;
import java.util.List;

/// What a sandbox starts from: a base the engine knows by name, and the layers frozen on top of it,
/// lowest first. Layer names are the engine's own; everybody else only keeps them.
public record SandboxImage(String base, List<String> layers) {
  public SandboxImage {
    if (base.isBlank()) {
      throw new IllegalArgumentException("An image needs a base, for example \"host\".");
    }
    layers = List.copyOf(layers);
  }

  /// The base alone.
  public static SandboxImage of(String base) {
    return new SandboxImage(base, List.of());
  }

  public SandboxImage plus(String layer) {
    List<String> more = new ArrayList<>(layers);
    more.add(layer);
    return new SandboxImage(base, more);
  }
}
