package dev.assay.workflow;

import java.time.Instant;
import java.util.Optional;

/// A step as it stands.
///
/// @param attempt how often its work was begun
/// @param result as JSON, once it is finished, if it was asked for
/// @param reason of the last fault, if it did not finish
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
