package dev.assay.intake.rule;

import dev.assay.skill.Severity;

/// Reports that there are more findings than are listed.
public enum MoreRule implements Rule {
  MORE_ERRORS("more-errors", Severity.ERROR),
  MORE("more", Severity.WARNING);

  private final RuleText text;

  MoreRule(String id, Severity severity) {
    text =
        new RuleText(
            "findings." + id,
            severity,
            "A list of thousands helps nobody; at most 200 of a kind for one file and 1,000 in all are shown.",
            "Correct what is listed and check again.");
  }

  @Override
  public RuleText text() {
    return text;
  }
}
