package dev.assay.skill;

import java.util.Optional;

/// One thing found in a skill, good enough to act on without reading the code that found it.
///
/// The text may quote the skill and is therefore untrusted wherever it is shown.
///
/// @param code stable, for example `format.name-missing`
/// @param file path inside the skill with forward slashes; empty when it concerns the whole skill
/// @param line counted from 1; 0 when it concerns the whole file
/// @param hint what to do about it
/// @param excerpt the line itself, shortened and with secrets masked; empty when there is none
public record Finding(
    String code,
    Severity severity,
    String message,
    String file,
    int line,
    String hint,
    String excerpt) {
  /// Codes of the static scan start with this; they are evidence and never refuse a skill.
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

  /// Whose rule it is: the standard's, other agents' or ours.
  public Origin origin() {
    return Origin.of(code);
  }

  /// What it means if it is what it looks like; empty unless the static scan found it.
  public Optional<Risk> risk() {
    return Risk.find(code)
        .map(
            risk ->
                severity == Severity.NOTE && risk.level() != Risk.Level.LOW
                    ? risk.doubted()
                    : risk);
  }

  /// The same as an error, for those who keep to the letter.
  public Finding asError() {
    return new Finding(code, Severity.ERROR, message, file, line, hint, excerpt);
  }

  /// The same, as something that is worth knowing and no more.
  public Finding asNote() {
    return new Finding(code, Severity.NOTE, message, file, line, hint, excerpt);
  }

  /// The same as a note that says why it is one.
  public Finding asNote(String words) {
    return new Finding(code, Severity.NOTE, words, file, line, hint, excerpt);
  }

  public Finding withExcerpt(String line) {
    return new Finding(code, severity, message, file, this.line, hint, line);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /// Found by the static scan: evidence for a reviewer.
  public boolean isEvidence() {
    return code.startsWith(SCAN);
  }
}
