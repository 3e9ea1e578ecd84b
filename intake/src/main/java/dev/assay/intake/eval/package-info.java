/// Reads the author's own tests from `evals/`: tasks in `evals.json`, and sets of questions that
/// should or should not trigger the skill. Start reading at [dev.assay.intake.eval.EvalReader].
@NullMarked
package dev.assay.intake.eval;

import org.jspecify.annotations.NullMarked;
