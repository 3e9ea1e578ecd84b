package dev.assay.cli.check;

import dev.assay.intake.Examination;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import java.nio.file.Path;
import java.util.List;

/// A path and what was found there.
public record CheckedSkill(Path path, Examination examination, Strictness strictness) {
  /// Whether warnings fail a skill.
  public enum Strictness {
    LENIENT,
    STRICT
  }

  public boolean passed() {
    return errors().isEmpty() && (strictness == Strictness.LENIENT || count(Severity.WARNING) == 0);
  }

  /// Whether the machine, and not the skill, is in the way.
  public boolean unreadable() {
    return findings().stream().anyMatch(each -> each.code().equals("archive.unreadable"));
  }

  public List<Finding> errors() {
    return findings().stream().filter(Finding::isError).toList();
  }

  /// Warnings about format, portability and the like; not the scan's.
  public List<Finding> warnings() {
    return findings().stream().filter(each -> !each.isError() && !each.isEvidence()).toList();
  }

  /// What the static scan found.
  public List<Finding> evidence() {
    return findings().stream().filter(Finding::isEvidence).toList();
  }

  public List<Finding> findings() {
    return examination.findings();
  }

  public long count(Severity severity) {
    return findings().stream().filter(each -> each.severity() == severity).count();
  }

  /// The skill's name, or the path's last part while the name is unknown.
  public String label() {
    return examination
        .name()
        .orElse(String.valueOf(path.toAbsolutePath().normalize().getFileName()));
  }

  /// Where a finding is, seen from where the command was given.
  public String location(Finding finding) {
    return finding.file().isEmpty() ? path.toString() : path + "/" + finding.file();
  }
}
