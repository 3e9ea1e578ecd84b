/// The gate: validations, full tests, approvals and deletions of skills. It is the only package
/// that decides about skills. [dev.assay.validation.Validations], [dev.assay.validation.Reviews]
/// and [dev.assay.validation.FullTests] are the ways in, and [dev.assay.validation.Gate] assembles
/// the parts. Start reading at [dev.assay.validation.ValidationWorkflow].
///
/// Decisions are pure functions of evidence, so the same evidence always gives the same verdict.
/// `scoring` and `proof` turn measurements into numbers, and `decision` turns numbers and findings
/// into a verdict. `dependency` finds the packages of a skill, undeclared ones among them, and the
/// skills that they would disturb. `lab` runs the tasks, and `harm` finds files left behind by a
/// task that a later program runs or obeys. `evidence` is stored by steps, `settings` is set by an
/// administrator, and `shown` is shown on pages.
@NullMarked
package dev.assay.validation;

import org.jspecify.annotations.NullMarked;
