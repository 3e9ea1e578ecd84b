package dev.assay.skill;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A processor architecture that Assay runs on. Proof from one architecture says nothing about
/// another: packages, and programs in skills, differ between them.
public enum Architecture {
  AMD64("x86_64"),
  ARM64("aarch64");

  private final String kernelName;

  Architecture(String kernelName) {
    this.kernelName = kernelName;
  }

  /// The name that Debian and Assay use: `amd64`, `arm64`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return word(); // in JSON too
  }

  /// Finds the architecture for Assay's own name, or for the name that `uname -m` or the JVM
  /// reports.
  public static Optional<Architecture> find(String name) {
    return Arrays.stream(values())
        .filter(one -> List.of(one.word(), one.kernelName).contains(name))
        .findFirst();
  }

  /// Finds this machine's architecture; empty if Assay does not support it.
  public static Optional<Architecture> findOwn() {
    return find(System.getProperty("os.arch", ""));
  }

  /// @throws AssayException with `MACHINE_UNSUITABLE` if Assay does not support this machine's
  ///   architecture
  public static Architecture own() {
    return findOwn().orElseThrow(() -> new AssayException(ErrorCode.MACHINE_UNSUITABLE, unknown()));
  }

  /// The reason why Assay does not run on this machine, for a processor that it does not support.
  public static String unknown() {
    return "Assay runs on amd64 (x86_64) and arm64 (aarch64); this machine is "
        + Visible.line(System.getProperty("os.arch", "?"), 40)
        + ". Run it on one of these.";
  }
}
