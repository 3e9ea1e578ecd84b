/// Defines the rules of the static scan, the patterns for single lines, and an index that finds the
/// lines to try in one pass.
///
/// To add a pattern, add it to [CodeSignatures] or [LanguageSignatures] with an example that fires
/// and one that does not; both are tested.
@NullMarked
package dev.assay.intake.signature;

import org.jspecify.annotations.NullMarked;
