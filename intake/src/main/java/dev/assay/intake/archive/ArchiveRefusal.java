package dev.assay.intake.archive;

import dev.assay.skill.Finding;

/// Ends the reading of an archive from deep inside a stream; caught at this package's door.
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
