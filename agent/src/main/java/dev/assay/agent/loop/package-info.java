/// The parts of the loop: retries of a model, the context it sees, parallel tools, and the
/// transcript.
@NullMarked
package dev.assay.agent.loop;

import org.jspecify.annotations.NullMarked;
