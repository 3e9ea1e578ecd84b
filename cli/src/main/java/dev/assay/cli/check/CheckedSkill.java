package dev.assay.cli.check;

import dev.assay.intake.Examination;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import java.nio.file.Path;
import java.util.List;

/// A checked path with its examination.
public record CheckedSkill(Path path, Examination examination, Strictness strictness) {
  /// The effect of warnings: `STRICT` lets a warning fail a skill.
  public enum Strictness {
    LENIENT,
    STRICT
  }

  public boolean passed() {
    return errors().isEmpty() && (strictness == Strictness.LENIENT || count(Severity.WARNING) == 0);
  }

  /// Tests whether the skill could not be read because of the machine.
  public boolean unreadable() {
    return findings().stream().anyMatch(each -> each.code().equals("archive.unreadable"));
  }

  public List<Finding> errors() {
    return findings().stream().filter(Finding::isError).toList();
  }

  /// Returns the warnings, such as those about format and portability, without those of the static
  /// scan.
  public List<Finding> warnings() {
    return findings().stream().filter(each -> !each.isError() && !each.isEvidence()).toList();
  }

  /// Returns the findings of the static scan.
  public List<Finding> evidence() {
    return findings().stream().filter(Finding::isEvidence).toList();
  }

  public List<Finding> findings() {
    return examination.findings();
  }

  public long count(Severity severity) {
    return findings().stream().filter(each -> each.severity() == severity).count();
  }

  /// Returns the skill's name, or the last part of its path if the name is unknown.
  public String label() {
    return examination
        .name()
        .orElse(String.valueOf(path.toAbsolutePath().normalize().getFileName()));
  }

  /// Returns the path of a finding as seen from the working directory.
  public String location(Finding finding) {
    return finding.file().isEmpty() ? path.toString() : path + "/" + finding.file();
  }
}
