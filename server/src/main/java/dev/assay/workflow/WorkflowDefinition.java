package dev.assay.workflow;

import java.util.UUID;

/// Code that is executed from top to bottom, possibly several times: everything that costs
/// something or must not happen twice is a step of the run, and everything outside of steps is
/// cheap and gives the same each time.
///
/// An outcome that can be expected is a value. An exception ends the run: with a fault of the
/// submitter or of the policy it failed, with any other it is inconclusive and can be resumed.
public interface WorkflowDefinition {
  /// The name runs of this workflow are started by; never renamed.
  String kind();

  /// @return the run's result, kept as JSON
  Object run(Run run);

  /// Removes what a step left that was begun and did not come to its end, here or on a server that
  /// died. May be called more than once.
  default void cleanUp(UUID run, String step) {}

  /// Is notified how a run ends just before that is written, however it ends. Called again if the
  /// server dies in between.
  default void ending(UUID run, RunOutcome outcome) {}
}
