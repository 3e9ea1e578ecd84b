package dev.assay.validation.lab;

import dev.assay.packages.PackageDoor;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.dependency.Resolution;

/// Decides who is to blame for a failed installation. A fault of the skill is a finding. A fault of
/// the package indexes says nothing about the skill.
final class InstallationFault {
  private InstallationFault() {}

  /// @throws AssayException if an index is to blame
  static void requireIndexes(Resolution.CommandFailed failed, PackageDoor door) {
    if (failed.commands().getLast().words().contains("--no-index")) {
      return; // no index was asked
    }
    door.trouble()
        .ifPresent(
            trouble -> {
              throw new AssayException(
                  ErrorCode.VALIDATION_ERROR,
                  "What the skill needs could not be fetched. %s Then resume. %s"
                      .formatted(trouble, failed.shown()));
            });
  }
}
