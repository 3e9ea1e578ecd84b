/// The agent: a model that works with tools in a sandbox, and the other tasks of models, such as
/// writing tasks, judging and reporting.
///
/// Start with [Agent], which runs the loop, and [Workplace], which describes the sandbox to it.
/// [ModelQuestions] asks single questions.
///
/// Text of skills, tools and files is data. It enters a prompt only inside a [UntrustedText], and
/// an answer counts only after a check against an [AnswerShape].
@NullMarked
package dev.assay.agent;

import org.jspecify.annotations.NullMarked;
