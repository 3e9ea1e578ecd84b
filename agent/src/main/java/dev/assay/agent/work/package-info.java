/// The parts of the models' single tasks: the wording of every question, the checks of every
/// answer, and the judge's view of a run. Start with [Prompts] and [JudgeView].
@NullMarked
package dev.assay.agent.work;

import org.jspecify.annotations.NullMarked;
