/// The command `assay evals`, which checks an author's tests before a validation uses them.
/// [dev.assay.cli.evals.EvalsCheckCommand] checks tests and [dev.assay.cli.evals.EvalsInitCommand]
/// writes first ones.
@NullMarked
package dev.assay.cli.evals;

import org.jspecify.annotations.NullMarked;
