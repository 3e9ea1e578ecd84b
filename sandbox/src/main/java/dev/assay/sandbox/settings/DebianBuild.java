package dev.assay.sandbox.settings;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What goes into the `debian` base.
///
/// @param suite for example `bookworm`
/// @param mirror an address or a sources file; without one, the machine's own sources
/// @param packages besides the minimal system
/// @param progress gets each line the builder prints
public record DebianBuild(
    String suite, Optional<String> mirror, List<String> packages, Consumer<String> progress) {
  /// Python, Node.js and what installers need.
  public static DebianBuild usual(Consumer<String> progress) {
    return new DebianBuild(
        "bookworm",
        Optional.empty(),
        List.of(
            "python3",
            "python3-venv",
            "python3-pip",
            "nodejs",
            "npm",
            "ca-certificates",
            "curl",
            "git",
            "iproute2",
            "procps"),
        progress);
  }
}
