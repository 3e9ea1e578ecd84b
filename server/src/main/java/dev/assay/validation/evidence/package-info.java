/// The evidence of a validation in its stored form. The types are plain records. Each step's result
/// is written once, read back after a crash, and shown as the explanation of a verdict.
/// [dev.assay.validation.evidence.KeptSteps] reads the results of a run, and
/// [dev.assay.validation.evidence.Result] is the result of the whole run.
@NullMarked
package dev.assay.validation.evidence;

import org.jspecify.annotations.NullMarked;
