package dev.assay.workflow;

import java.time.Instant;
import java.util.Optional;

/// The state of a step.
///
/// @param attempt the number of the attempt
/// @param result the result as JSON, if it is finished and the caller asked for results
/// @param reason the reason of the last fault, if it did not finish
public record StepRecord(
    String name,
    State state,
    int attempt,
    Instant started,
    Optional<Instant> finished,
    Optional<String> result,
    Optional<String> reason) {
  public enum State {
    STARTED,
    INTERRUPTED,
    FAILED,
    FINISHED
  }
}
