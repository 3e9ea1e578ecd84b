package dev.assay.cli.check;

/// Writes results one after the other.
public interface ReportWriter {
  void skill(CheckedSkill skill);

  /// Called once, after the last skill.
  void finish();
}
