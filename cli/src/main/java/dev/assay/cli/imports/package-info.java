/// The commands `assay skills import`, `outdated` and `update` for skills in git repositories. Each
/// skill is pinned to its commit. [dev.assay.cli.imports.ImportCommands] is the way in, and
/// [dev.assay.cli.imports.SkillImport] imports the skills of one commit.
@NullMarked
package dev.assay.cli.imports;

import org.jspecify.annotations.NullMarked;
