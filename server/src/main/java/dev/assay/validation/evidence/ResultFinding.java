package dev.assay.validation.evidence;

import dev.assay.skill.Severity;
import java.util.List;

/// One thing that explains a verdict, good enough to act on. The text quotes strangers.
///
/// @param severity `error` if it is why the skill failed
/// @param file path inside the skill; empty if it is about none
/// @param line 0 if unknown
/// @param seenIn the tasks, each with `online` or `offline`, or the skills that show it
/// @param excerpt what was printed; empty if nothing was
/// @param hint what to change
/// @param command repeats it
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
  /// What it is about, the likeliest cause first: what breaks everything before what breaks a task,
  /// causes before their consequences.
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
    /// It tells whoever scores it what to give.
    SPEAKS_TO_JUDGE,
    /// A model that read the skill says that it acts against its user.
    READS_AS_ATTACK,
    /// The static scan read it in the code, and sandboxes saw it.
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
    /// A model read the skill and named nothing.
    INSPECTED,
    NOT_REACHED
  }

  public ResultFinding {
    seenIn = List.copyOf(seenIn);
  }
}
