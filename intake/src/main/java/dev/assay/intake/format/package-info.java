/// Checks SKILL.md by the rules of the agentskills.io standard and reports every error. Start
/// reading at [dev.assay.intake.format.SkillMdReader].
///
/// Lengths are counted in code points. Names are compared in Unicode form NFKC and may use the
/// lower-case letters of any script, as in the standard's reference validator. Assay also handles
/// cases that the validator misses: dashes inside a value, a byte order mark, Windows line ends, an
/// empty compatibility, wrong types and text that is not UTF-8.
@NullMarked
package dev.assay.intake.format;

import org.jspecify.annotations.NullMarked;
