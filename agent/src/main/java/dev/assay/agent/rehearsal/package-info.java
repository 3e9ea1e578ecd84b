/// The rules behind the rehearsal: what a model would do, done without one. It writes tasks from
/// the author's own tests, chooses a skill by its words, runs the commands the skill shows, and
/// judges what came out against what was expected.
///
/// It guesses nothing. Where rules cannot decide, it says so, and the run is inconclusive.
@NullMarked
package dev.assay.agent.rehearsal;

import org.jspecify.annotations.NullMarked;
