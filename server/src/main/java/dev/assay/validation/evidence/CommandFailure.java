package dev.assay.validation.evidence;

/// A command that went wrong while a task was done.
///
/// @param skill whose file it is; empty if it is nobody's
/// @param file its path in that skill, or as the output names it; empty if unknown
/// @param line 0 if unknown
/// @param message the last words of it: an exception, or the end of the output
/// @param subject the module, path or program that is missing; empty otherwise
/// @param command as the agent gave it
/// @param excerpt the end of its output
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

  /// `scripts/sum.py:12`, the command if no place is known.
  public String place() {
    if (file.isEmpty()) {
      return command;
    }
    return line > 0 ? file + ":" + line : file;
  }
}
