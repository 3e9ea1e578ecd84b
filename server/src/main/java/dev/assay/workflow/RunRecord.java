package dev.assay.workflow;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The state of a run.
///
/// @param input the input as JSON
/// @param ahead the number of runs that wait before it, while it waits
public record RunRecord(
    UUID id,
    String kind,
    String subject,
    String input,
    State state,
    Times times,
    Optional<String> cancelAskedBy,
    Optional<RunOutcome> outcome,
    long ahead) {
  public enum State {
    WAITING,
    RUNNING,
    FINISHED,
    FAILED,
    CANCELLED,
    TIMED_OUT,
    INCONCLUSIVE;

    /// The state's word in tables and for programs.
    public String word() {
      return Words.of(this);
    }

    public boolean alive() {
      return this == WAITING || this == RUNNING;
    }

    public boolean resumable() {
      return this == INCONCLUSIVE || this == TIMED_OUT;
    }
  }

  /// The result; empty unless it finished.
  public <T> Optional<T> result(Class<T> type) {
    return outcome
        .filter(RunOutcome.Finished.class::isInstance)
        .map(RunOutcome.Finished.class::cast)
        .map(finished -> finished.as(type));
  }

  public record Times(
      Instant asked,
      Optional<Instant> started,
      Optional<Instant> deadline,
      Optional<Instant> ended) {}
}
