package dev.assay.intake.rule;

import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.Visible;

/// A rule of intake.
public interface Rule {
  int EXCERPT_LENGTH = 160;
  int MESSAGE_LENGTH = 400;

  RuleText text();

  default String id() {
    return text().id();
  }

  default Severity severity() {
    return text().severity();
  }

  default String reason() {
    return text().reason();
  }

  default String hint() {
    return text().hint();
  }

  default Finding about(String message) {
    return at("", 0, message, "");
  }

  default Finding in(String file, String message) {
    return at(file, 0, message, "");
  }

  default Finding at(String file, int line, String message, String excerpt) {
    return at(file, line, message, excerpt, hint());
  }

  default Finding at(String file, int line, String message, String excerpt, String hint) {
    return new Finding(
        id(),
        severity(),
        Visible.line(message, MESSAGE_LENGTH),
        Visible.line(file, MESSAGE_LENGTH),
        line,
        hint,
        Visible.line(excerpt.strip(), EXCERPT_LENGTH));
  }
}
