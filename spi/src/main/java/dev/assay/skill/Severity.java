package dev.assay.skill;

/// How much a finding weighs.
public enum Severity {
  /// The skill is refused.
  ERROR,
  /// Someone should check it; fails only a strict check.
  WARNING,
  /// Worth knowing; never fails anything.
  NOTE
}
