package dev.assay.cli.check;

/// Writes results one after the other.
public interface ReportWriter {
  void skill(CheckedSkill skill);

  /// Completes the report after the last skill. It is called once.
  void finish();
}
