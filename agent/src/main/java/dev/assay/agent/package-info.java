/// Agents: the loop that lets a model use tools in a sandbox, and the models' other works — writing
/// tasks, judging, reporting.
///
/// Text of skills, tools and files is data here. It enters a prompt only inside a [UntrustedText],
/// and an answer is believed only after it was checked against an [AnswerShape].
@NullMarked
package dev.assay.agent;

import org.jspecify.annotations.NullMarked;
