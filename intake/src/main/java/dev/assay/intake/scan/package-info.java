/// Evidence for a reviewer: things a skill does or says that deserve a closer review.
///
/// The scan refuses nothing; the sandbox is the boundary. Patterns run in linear time on text
/// within a budget, on the text as written and on what it hides: base64, hexadecimal, invisible
/// characters, and archives inside the skill. Each rule carries an example that fires and one that
/// does not, and both are tested.
@NullMarked
package dev.assay.intake.scan;

import org.jspecify.annotations.NullMarked;
