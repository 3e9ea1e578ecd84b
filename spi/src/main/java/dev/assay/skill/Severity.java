package dev.assay.skill;

/// The severity of a finding.
public enum Severity {
  /// The skill is refused.
  ERROR,
  /// A person should check it; only a strict check fails.
  WARNING,
  /// A remark; no check fails.
  NOTE
}
