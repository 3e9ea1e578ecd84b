/// The tests that an author ships with a skill: tasks with an expected outcome, and questions that
/// should or should not make an agent use the skill.
///
/// Intake reads them and validation uses them. The executing agent never sees them. Start with
/// [Evals].
@NullMarked
package dev.assay.skill.eval;

import org.jspecify.annotations.NullMarked;
