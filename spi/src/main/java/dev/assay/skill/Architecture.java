package dev.assay.skill;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The processors that Assay runs on. What was proved on one is not proved on the other: packages,
/// and programs in skills, are different ones there.
public enum Architecture {
  AMD64("x86_64"),
  ARM64("aarch64");

  private final String kernelName;

  Architecture(String kernelName) {
    this.kernelName = kernelName;
  }

  /// As Debian and everything we write names it: `amd64`, `arm64`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return word(); // in JSON too
  }

  /// Of a word of ours, or of what `uname -m` and the JVM say.
  public static Optional<Architecture> find(String name) {
    return Arrays.stream(values())
        .filter(one -> List.of(one.word(), one.kernelName).contains(name))
        .findFirst();
  }

  /// This machine's; empty if it is none that Assay knows.
  public static Optional<Architecture> findOwn() {
    return find(System.getProperty("os.arch", ""));
  }

  /// @throws AssayException with `MACHINE_UNSUITABLE` if this machine's is none that Assay knows
  public static Architecture own() {
    return findOwn().orElseThrow(() -> new AssayException(ErrorCode.MACHINE_UNSUITABLE, unknown()));
  }

  /// Why Assay does not run on this machine, if that is its processor.
  public static String unknown() {
    return "Assay runs on amd64 (x86_64) and arm64 (aarch64); this machine is "
        + Visible.line(System.getProperty("os.arch", "?"), 40)
        + ". Run it on one of these.";
  }
}
