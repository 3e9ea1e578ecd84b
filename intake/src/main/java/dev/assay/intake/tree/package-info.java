/// Holds a skill's files on disk after the archive checks: regular files, of bounded size, inside
/// one folder. Start reading at [dev.assay.intake.tree.SkillTree].
///
/// The rest of intake only reads them. The admitted tree, which leaves out `evals/` and junk, and
/// its digest are computed here.
@NullMarked
package dev.assay.intake.tree;

import org.jspecify.annotations.NullMarked;
