/// The tests a skill's author ships with it: tasks with an expected outcome, and questions that
/// should or should not make an agent reach for the skill.
///
/// They are read at intake and used by validation. The executing agent never sees them.
@NullMarked
package dev.assay.skill.eval;

import org.jspecify.annotations.NullMarked;
