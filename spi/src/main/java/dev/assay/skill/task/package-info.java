/// The blind tasks on which skills are tried, the evidence of their use, and the judgements of the
/// results. Start with [Task].
@NullMarked
package dev.assay.skill.task;

import org.jspecify.annotations.NullMarked;
