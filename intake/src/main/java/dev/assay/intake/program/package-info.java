/// Which scripts a skill's instructions run, and which of them did not come with the skill.
@NullMarked
package dev.assay.intake.program;

import org.jspecify.annotations.NullMarked;
