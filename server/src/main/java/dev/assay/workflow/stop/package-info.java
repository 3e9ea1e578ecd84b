/// Stops work under way, with one cause for all of its threads.
/// [dev.assay.workflow.stop.StopSignal] does it.
@NullMarked
package dev.assay.workflow.stop;

import org.jspecify.annotations.NullMarked;
