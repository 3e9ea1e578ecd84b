/// Warns of things that the standard allows and that fail with some agent or on some machine.
///
/// All findings are warnings. A rule that cannot be precise reports nothing, because authors stop
/// reading warnings after false ones.
@NullMarked
package dev.assay.intake.portability;

import org.jspecify.annotations.NullMarked;
