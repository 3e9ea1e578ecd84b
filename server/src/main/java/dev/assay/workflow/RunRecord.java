package dev.assay.workflow;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A run as it stands.
///
/// @param input as JSON
/// @param ahead how many runs wait before it, while it waits
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

    /// As it is written in tables and shown to programs.
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

  /// What it came to; empty unless it finished.
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
