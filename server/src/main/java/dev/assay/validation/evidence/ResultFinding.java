package dev.assay.validation.evidence;

import dev.assay.skill.Severity;
import java.util.List;

/// A finding that explains a verdict in enough detail to act on it. Its text quotes untrusted
/// content.
///
/// @param severity the severity; `error` if the finding is a reason for the failure
/// @param file the path in the skill; empty if the finding is about no file
/// @param line the line; 0 if unknown
/// @param seenIn the tasks, each with `online` or `offline`, or the skills that show it
/// @param excerpt the output; empty if there was none
/// @param hint the change that helps
/// @param command the command that repeats it
public record ResultFinding(
    Code code,
    Severity severity,
    String message,
    String file,
    int line,
    List<String> seenIn,
    String excerpt,
    String hint,
    String command) {
  /// The kinds of findings, the likeliest causes first. A fault that breaks everything comes before
  /// a fault of one task, and a cause before its consequences.
  public enum Code {
    DEPENDENCY_INSTALL_FAILED,
    DEPENDENCY_UNDECLARED,
    MODULE_MISSING,
    SCRIPT_FAILED,
    PROGRAM_MISSING,
    PATH_WRONG,
    OUT_OF_MEMORY,
    DOES_NOT_END,
    EXIT_CODE,
    NOT_CHOSEN,
    /// The skill tells its judge which grade to give.
    SPEAKS_TO_JUDGE,
    /// A model that read the skill reports that it acts against its user.
    READS_AS_ATTACK,
    /// The static scan found the behaviour in the code, and a sandbox observed it.
    SEEN_AT_WORK,
    NETWORK_UNDECLARED,
    DEPENDENCY_CONFLICT,
    REGRESSION_FAILED,
    HARMS_FILES,
    OFFLINE_REQUIRED,
    OUT_OF_BUDGET,
    REQUIREMENT_MISSED,
    NO_LIFT,
    GRABS_OTHER_TASKS,
    ONLINE_VALIDATION_FAILED,
    SCORE_TOO_LOW,
    HELD,
    TO_KNOW,
    /// A model read the skill and reported nothing.
    INSPECTED,
    NOT_REACHED
  }

  public ResultFinding {
    seenIn = List.copyOf(seenIn);
  }
}
