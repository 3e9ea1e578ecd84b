package dev.assay.intake.dependency;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules for declared dependencies.
public enum DependencyRule implements Rule {
  MALFORMED(
      "malformed",
      "A declaration that cannot be read would install something nobody meant, or nothing.",
      "Write it as its tool expects, for example `requests>=2.31,<3` or `left-pad@^1.3.0`."),
  WRONG_TYPE(
      "wrong-type",
      "Dependencies are lists of text under pip, npm and system.",
      "Write `dependencies: {pip: [...], npm: [...], system: [...]}`."),
  EMPTY_RANGE(
      "empty-range",
      "No version can satisfy the range, so installation must fail.",
      "Correct the bounds of the range."),
  TOO_MANY(
      "too-many",
      "Thousands of packages are more than anybody checks, and more than a sandbox installs.",
      "Declare what the skill itself needs."),
  CONFLICT(
      "conflict",
      "The skill asks for the same package twice, and no version satisfies both.",
      "Declare the package once, or make the ranges overlap.",
      Severity.WARNING),
  OTHER_INDEX(
      "other-index",
      "A package index other than the usual one can replace any package by its own.",
      "Remove the option; let the installation's administrator choose the index."),
  UNSUPPORTED_OPTION(
      "unsupported-option",
      "An option that is passed over would install something else than the author has.",
      "Remove the option; name packages with their versions, and carry what no index has as a wheel."),
  UNPINNED(
      "unpinned",
      "pip installs a file with hashes only if every package in it has one and an exact version.",
      "Write every package as `NAME==VERSION --hash=sha256:HEX`, those that others need too (`pip-compile --generate-hashes`), or remove all hashes."),
  NEEDS_PROGRAM(
      "needs-program",
      "The skill says that it needs a program; nothing that it declares installs it.",
      "Declare the package that brings it, for example `apt:jq` under `metadata.dependencies`.",
      Severity.NOTE),
  NEEDS_VARIABLE(
      "needs-variable",
      "The skill says that it needs a variable of the environment; sandboxes have none of yours.",
      "Say in SKILL.md what the skill does without it.",
      Severity.NOTE),
  FOUND_IN_TEXT(
      "found-in-text",
      "What a skill installs while it works was not there when it was tested, and offline it fails.",
      "Declare it: `assay check --fix` writes `dependencies` into the frontmatter.",
      Severity.NOTE);

  private final RuleText text;

  DependencyRule(String id, String reason, String hint) {
    this(id, reason, hint, Severity.ERROR);
  }

  DependencyRule(String id, String reason, String hint, Severity severity) {
    text = new RuleText("dependencies." + id, severity, reason, hint);
  }

  @Override
  public RuleText text() {
    return text;
  }
}
