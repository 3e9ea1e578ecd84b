package dev.assay.validation;

import dev.assay.images.Candidate;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Setup;
import java.util.Optional;
import java.util.UUID;

/// Turns the installation of a run into a candidate that the registry can put into use.
final class Candidates {
  /// The maximum number of layers before an image is merged into one layer. A sandbox can stack
  /// about thirty.
  private static final int MOST_LAYERS = 16;

  private Candidates() {}

  static Candidate of(
      Setup setup, Installed installed, Dependencies declared, SandboxEngine engine, UUID run) {
    SandboxImage image =
        installed.candidate().layers().size() > MOST_LAYERS
            ? engine.squash(installed.candidate())
            : installed.candidate();
    return new Candidate(
        setup.imageNumber(),
        image,
        PackageVersions.all(installed.packages()),
        PackageVersions.of(installed, declared),
        installed.contents(),
        engine.size(image),
        Optional.of(run));
  }
}
