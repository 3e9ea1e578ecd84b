package dev.assay.cli;

import java.util.List;
import java.util.Map;

/// Other machines than this one, made of this one: words before a command, and settings that go
/// with them.
final class Surroundings {
  /// A server that never runs a skill.
  static final Map<String, String> FOR_READING = Map.of("ASSAY_SANDBOX_REQUIRED", "false");

  /// A terminal, as a person has it.
  static final List<String> TERMINAL = List.of("sh", "-c", "script -qefc \"$*\" /dev/null", "sh");

  private Surroundings() {}

  /// This machine without a program.
  static List<String> without(String program) {
    return List.of(
        "bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/" + program, "--");
  }
}
