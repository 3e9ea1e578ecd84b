/// Finds the scripts that a skill's instructions run, and those among them that the skill lacks.
/// The door is [dev.assay.intake.program.MissingScripts].
@NullMarked
package dev.assay.intake.program;

import org.jspecify.annotations.NullMarked;
