package dev.assay.intake.rule;

import dev.assay.skill.Severity;

/// Says that more was found than is listed.
public enum MoreRule implements Rule {
  MORE_ERRORS("more-errors", Severity.ERROR),
  MORE("more", Severity.WARNING);

  private final String id;
  private final Severity severity;

  MoreRule(String id, Severity severity) {
    this.id = "findings." + id;
    this.severity = severity;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Severity severity() {
    return severity;
  }

  @Override
  public String reason() {
    return "A list of thousands helps nobody; at most 200 of a kind for one file and 1,000 in all are shown.";
  }

  @Override
  public String hint() {
    return "Correct what is listed and check again.";
  }
}
