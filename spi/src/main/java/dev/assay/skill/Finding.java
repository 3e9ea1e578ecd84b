package dev.assay.skill;

import java.util.Optional;

/// A single finding about a skill, clear enough to act on without reading the code that found it.
///
/// The text may quote the skill, so it is untrusted wherever it is shown.
///
/// @param code a stable code, for example `format.name-missing`
/// @param file the path inside the skill with forward slashes; empty if the finding concerns the
///   whole skill
/// @param line the line number from 1; 0 if the finding concerns the whole file
/// @param hint the remedy
/// @param excerpt the line itself, shortened and with secrets masked; empty if there is none
public record Finding(
    String code,
    Severity severity,
    String message,
    String file,
    int line,
    String hint,
    String excerpt) {
  /// The prefix of the static scan's codes. Such findings are evidence and never refuse a skill.
  private static final String SCAN = "scan.";

  public Finding {
    if (code.isBlank() || message.isBlank()) {
      throw new IllegalArgumentException("a finding needs a code and a message");
    }
    if (line < 0) {
      throw new IllegalArgumentException("a line is counted from 1, or 0 for none: " + line);
    }
    if (severity == Severity.ERROR && code.startsWith(SCAN)) {
      throw new IllegalArgumentException("the static scan gives evidence, not errors: " + code);
    }
  }

  /// The origin of the rule: the standard, other agents or Assay.
  public Origin origin() {
    return Origin.of(code);
  }

  /// The risk if the finding is real; empty unless the static scan found it.
  public Optional<Risk> risk() {
    return Risk.find(code)
        .map(
            risk ->
                severity == Severity.NOTE && risk.level() != Risk.Level.LOW
                    ? risk.doubted()
                    : risk);
  }

  /// A copy as an error, for strict checks.
  public Finding asError() {
    return new Finding(code, Severity.ERROR, message, file, line, hint, excerpt);
  }

  /// A copy as a note.
  public Finding asNote() {
    return new Finding(code, Severity.NOTE, message, file, line, hint, excerpt);
  }

  /// A copy as a note with another message, which says why it is only a note.
  public Finding asNote(String words) {
    return new Finding(code, Severity.NOTE, words, file, line, hint, excerpt);
  }

  public Finding withExcerpt(String line) {
    return new Finding(code, severity, message, file, this.line, hint, line);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /// Returns true for a finding of the static scan: evidence for a reviewer.
  public boolean isEvidence() {
    return code.startsWith(SCAN);
  }
}
