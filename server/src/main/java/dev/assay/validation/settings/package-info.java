/// The settings of a validation: the amount of evidence, the scoring, and the score that passes.
/// [dev.assay.validation.settings.ValidationRules] holds them all and is the way in.
@NullMarked
package dev.assay.validation.settings;

import org.jspecify.annotations.NullMarked;
