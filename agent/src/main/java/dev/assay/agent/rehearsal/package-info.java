/// The rules of the rehearsal, which does a model's work without one. It writes tasks from the
/// author's own tests, chooses a skill by its words, runs the commands the skill shows, and
/// compares the products with the expected result.
///
/// It guesses nothing. If rules cannot decide, it says so, and the run is inconclusive. Start with
/// [RehearsedExecutor].
@NullMarked
package dev.assay.agent.rehearsal;

import org.jspecify.annotations.NullMarked;
