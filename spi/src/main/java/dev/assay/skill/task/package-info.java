/// The blind tasks skills are tried on, what was seen while they were done, and how they were
/// judged.
@NullMarked
package dev.assay.skill.task;

import org.jspecify.annotations.NullMarked;
