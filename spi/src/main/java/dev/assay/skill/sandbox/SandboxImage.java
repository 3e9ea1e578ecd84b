package dev.assay.skill.sandbox;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What a sandbox starts from: a base its engine knows by name, and the layers frozen on top of it,
/// lowest first, all for one processor. Layer names are the engine's own; everybody else only keeps
/// them.
///
/// @param engine the name of the one engine that can use it
public record SandboxImage(
    String engine, String base, List<String> layers, Architecture architecture) {
  /// The base that is this machine's own programs.
  public static final String HOST = "host";

  /// The base that is built from Debian's packages.
  public static final String DEBIAN = "debian";

  /// The engine of images that were written down before there was another.
  public static final String FIRST_ENGINE = "local";

  public SandboxImage {
    engine = Objects.requireNonNullElse(engine, FIRST_ENGINE);
    if (base.isBlank()) {
      throw new IllegalArgumentException("An image needs a base, for example \"host\".");
    }
    layers = List.copyOf(layers);
    // Written down before processors were: then the machine was always this one.
    architecture = Objects.requireNonNullElseGet(architecture, Architecture::own);
  }

  /// The base alone, on this machine's processor and the engine that needs no daemon.
  public static SandboxImage of(String base) {
    return of(FIRST_ENGINE, base);
  }

  /// The base alone, on this machine's processor.
  public static SandboxImage of(String engine, String base) {
    return new SandboxImage(engine, base, List.of(), Architecture.own());
  }

  public SandboxImage plus(String layer) {
    List<String> more = new ArrayList<>(layers);
    more.add(layer);
    return new SandboxImage(engine, base, more, architecture);
  }

  /// What it starts from itself, without any layer.
  public SandboxImage bare() {
    return new SandboxImage(engine, base, List.of(), architecture);
  }

  /// What was made and proved on one processor is not used on another.
  ///
  /// @throws AssayException with `ARCHITECTURE_MISMATCH` if it is of another one than this
  ///   machine's
  public void requireOwn() {
    if (architecture != Architecture.own()) {
      throw new AssayException(
          ErrorCode.ARCHITECTURE_MISMATCH,
          "The image was made from %s; this machine is %s. Run this on a machine like the one it was made on."
              .formatted(origin(), Architecture.own().word()));
    }
  }

  /// What was made by one engine is not used by another.
  ///
  /// @throws AssayException with `SANDBOX_UNSUPPORTED`
  public void requireEngine(String name) {
    if (!engine.equals(name)) {
      throw new AssayException(
          ErrorCode.SANDBOX_UNSUPPORTED,
          "The image was made by the engine %s; %s cannot use it. Set assay.sandbox.engine to %1$s, or validate the skill again on %2$s."
              .formatted(engine, name));
    }
  }

  /// In words: `host on amd64`, with the engine if it is not the first one.
  public String origin() {
    return base
        + " on "
        + architecture.word()
        + (engine.equals(FIRST_ENGINE) ? "" : " (" + engine + ")");
  }
}
