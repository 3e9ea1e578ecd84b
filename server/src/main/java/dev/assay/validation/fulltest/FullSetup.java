package dev.assay.validation.fulltest;

import dev.assay.registry.FullTestLog;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.scoring.ScoringPolicy;
import java.util.List;

/// What a full test begins with and keeps to.
///
/// @param tested the admitted skills
/// @param packages what the image has
public record FullSetup(
    int imageNumber,
    SandboxImage image,
    ScoringPolicy policy,
    List<ListedSkill> listed,
    List<FullTestLog.Tested> tested,
    PackageList packages,
    boolean rehearsal) {
  public FullSetup {
    listed = List.copyOf(listed);
    tested = List.copyOf(tested);
  }
}
