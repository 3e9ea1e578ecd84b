package dev.assay.skill.sandbox;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The start of a sandbox: a base its engine knows by name, and the layers frozen on top of it,
/// lowest first, all for one processor. Only the engine understands layer names; other code just
/// stores them.
///
/// @param engine the name of the one engine that can use it
public record SandboxImage(
    String engine, String base, List<String> layers, Architecture architecture) {
  /// The base that consists of this machine's own programs.
  public static final String HOST = "host";

  /// The base that is built from Debian's packages.
  public static final String DEBIAN = "debian";

  /// The default engine, for images recorded before engines were.
  public static final String FIRST_ENGINE = "local";

  public SandboxImage {
    engine = Objects.requireNonNullElse(engine, FIRST_ENGINE);
    if (base.isBlank()) {
      throw new IllegalArgumentException("An image needs a base, for example \"host\".");
    }
    layers = List.copyOf(layers);
    // Recorded before processors were: then the machine was always this one.
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

  /// The base alone, without any layer.
  public SandboxImage bare() {
    return new SandboxImage(engine, base, List.of(), architecture);
  }

  /// Requires that the image is for this machine's processor.
  ///
  /// @throws AssayException with `ARCHITECTURE_MISMATCH` if it is for another one
  public void requireOwn() {
    if (architecture != Architecture.own()) {
      throw new AssayException(
          ErrorCode.ARCHITECTURE_MISMATCH,
          "The image was made from %s; this machine is %s. Run this on a machine like the one it was made on."
              .formatted(origin(), Architecture.own().word()));
    }
  }

  /// Requires that this engine made the image.
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

  /// The origin in words: `host on amd64`, with the engine if it is not the first one.
  public String origin() {
    return base
        + " on "
        + architecture.word()
        + (engine.equals(FIRST_ENGINE) ? "" : " (" + engine + ")");
  }
}
