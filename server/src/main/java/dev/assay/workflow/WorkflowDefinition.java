package dev.assay.workflow;

import java.util.UUID;

/// Code that is executed from top to bottom, possibly several times. Work that is expensive or must
/// not happen twice is a step of the run. Code outside of steps is cheap and gives the same result
/// each time.
///
/// An expected outcome is a value. An exception ends the run: with a fault of the submitter or of
/// the policy the run failed, with any other it is inconclusive and can be resumed.
public interface WorkflowDefinition {
  /// The name that runs of this workflow are started by; it is never renamed.
  String kind();

  /// @return the run's result, kept as JSON
  Object run(Run run);

  /// Cleans up after a step that was begun and did not finish, here or on a server that died. May
  /// be called more than once.
  default void cleanUp(UUID run, String step) {}

  /// Announces the outcome of a run just before it is written. It is called for every outcome, and
  /// again if the server dies in between.
  default void ending(UUID run, RunOutcome outcome) {}
}
