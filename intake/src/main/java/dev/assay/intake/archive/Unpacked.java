package dev.assay.intake.archive;

import dev.assay.intake.tree.SkillTree;
import dev.assay.skill.Finding;

/// The result of reading an archive or a folder.
public sealed interface Unpacked {
  record Files(SkillTree tree) implements Unpacked {}

  record Refused(Finding finding) implements Unpacked {}
}
