/// What the static scan looks for: its rules, the patterns of single lines that give themselves
/// away, and an index that finds the candidates among them in one pass.
///
/// To add a pattern, add it to [CodeSignatures] or [LanguageSignatures] with an example that fires
/// and one that does not; both are tested.
@NullMarked
package dev.assay.intake.signature;

import org.jspecify.annotations.NullMarked;
