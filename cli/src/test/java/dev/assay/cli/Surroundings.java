package dev.assay.cli;

import java.util.List;
import java.util.Map;

/// Simulates other machines on this one by prefixes of commands and matching settings.
final class Surroundings {
  /// A server that never runs a skill.
  static final Map<String, String> FOR_READING = Map.of("ASSAY_SANDBOX_REQUIRED", "false");

  /// A terminal.
  static final List<String> TERMINAL = List.of("sh", "-c", "script -qefc \"$*\" /dev/null", "sh");

  private Surroundings() {}

  /// Returns this machine without a program.
  static List<String> without(String program) {
    return List.of(
        "bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/" + program, "--");
  }
}
