package dev.assay.validation.evidence;

/// A command that failed during a task.
///
/// @param skill the skill that owns the file; empty if no skill does
/// @param file the path in the skill, or as the output names it; empty if unknown
/// @param line the line; 0 if unknown
/// @param message the error: an exception, or the end of the output
/// @param subject the missing module, path or program; empty otherwise
/// @param command the command as the agent gave it
/// @param excerpt the end of the output
public record CommandFailure(
    Kind kind,
    String skill,
    String file,
    int line,
    String message,
    String subject,
    int exitCode,
    String command,
    String excerpt) {
  public enum Kind {
    EXCEPTION,
    MODULE_MISSING,
    PATH_MISSING,
    PROGRAM_MISSING,
    OUT_OF_MEMORY,
    NOT_ENDED,
    EXIT_CODE
  }

  /// Returns the place, such as `scripts/sum.py:12`, or the command if the place is unknown.
  public String place() {
    if (file.isEmpty()) {
      return command;
    }
    return line > 0 ? file + ":" + line : file;
  }
}
