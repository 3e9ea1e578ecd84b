/// The rules of the agentskills.io standard for SKILL.md, with every error collected.
///
/// Lengths are counted in code points, names are compared in Unicode form NFKC and may use the
/// lower-case letters of any script, as in the standard's reference validator. Gaps of that
/// validator are closed: dashes inside a value, a byte order mark, Windows line ends, an empty
/// compatibility, wrong types and text that is not UTF-8.
@NullMarked
package dev.assay.intake.format;

import org.jspecify.annotations.NullMarked;
