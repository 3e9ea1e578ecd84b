package dev.assay.intake.archive;

import dev.assay.skill.Finding;

/// Ends the reading of an archive from inside a stream. The package's public classes catch it.
final class ArchiveRefusal extends RuntimeException {
  private final transient Finding finding;

  ArchiveRefusal(Finding finding) {
    super(finding.message(), null, false, false);
    this.finding = finding;
  }

  Finding finding() {
    return finding;
  }
}
