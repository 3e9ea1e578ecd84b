/// Things that are allowed by the standard but go wrong with some agent or on some machine.
///
/// All of these are warnings. A rule that cannot be precise stays silent: an author who is warned
/// about nothing stops reading warnings.
@NullMarked
package dev.assay.intake.portability;

import org.jspecify.annotations.NullMarked;
