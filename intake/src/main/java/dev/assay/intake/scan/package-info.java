/// Scans a skill's text for things that deserve a closer review. The door is
/// [dev.assay.intake.scan.Scan].
///
/// The findings are evidence for a reviewer. The scan refuses nothing; the sandbox is the boundary.
/// Patterns run in linear time on a limited amount of text. They search the text as written and the
/// text that it hides: base64, hexadecimal, invisible characters, and archives inside the skill.
/// Each rule has a tested example that matches and one that does not.
@NullMarked
package dev.assay.intake.scan;

import org.jspecify.annotations.NullMarked;
