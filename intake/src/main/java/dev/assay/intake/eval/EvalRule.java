package dev.assay.intake.eval;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules for the author's tests.
public enum EvalRule implements Rule {
  MALFORMED(
      "malformed",
      "Tests that cannot be read are not run.",
      "Correct the file; `assay evals init` writes one that can be read.",
      Severity.WARNING),
  WRONG_SHAPE(
      "wrong-shape",
      "Each test needs a prompt, and an expected output or expectations.",
      "Write {\"skill_name\": …, \"evals\": [{\"id\": 1, \"prompt\": …, \"expected_output\": …}]}, or [{\"query\": …, \"should_trigger\": true}].",
      Severity.WARNING),
  CONTROL_CHARACTER(
      "control-character",
      "Control characters cannot be stored as text everywhere, and deceive whoever prints them.",
      "Remove the character; only line ends and tabs are allowed.",
      Severity.WARNING),
  DUPLICATE_ID(
      "duplicate-id", "Results are kept by id.", "Give each test its own id.", Severity.WARNING),
  FILE_MISSING(
      "file-missing",
      "A test without its input file cannot be run.",
      "Add the file, or correct its path (relative to the skill's folder).",
      Severity.WARNING),
  SKILL_NAME(
      "skill-name",
      "The tests say they belong to another skill.",
      "Set skill_name to this skill's name.",
      Severity.WARNING);

  private final RuleText text;

  EvalRule(String id, String reason, String hint, Severity severity) {
    text = new RuleText("evals." + id, severity, reason, hint);
  }

  @Override
  public RuleText text() {
    return text;
  }
}
