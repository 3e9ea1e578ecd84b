package dev.assay.conversation;

import dev.assay.skill.Words;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A user's message and its answer.
///
/// @param listed the skills the agent could choose from
/// @param used the skills it really used
/// @param transcript the transcript of the agent's run
public record Turn(
    UUID id,
    UUID conversation,
    int number,
    String message,
    State state,
    Answerer answerer,
    List<Choice> listed,
    List<Choice> used,
    Spending spending,
    Optional<UUID> transcript,
    Instant began,
    Optional<Instant> ended) {
  /// The progress or the ending of a turn.
  public enum State {
    RUNNING,
    ANSWERED,
    FAILED,
    CANCELLED,
    OUT_OF_BUDGET,
    /// The turn's server died or was stopped.
    LOST;

    public String word() {
      return Words.of(this);
    }

    static State ofWord(String word) {
      return Words.read(State.class, word);
    }
  }

  /// An admitted skill, as it was when the turn began.
  public record Choice(String name, UUID id, int version) {}

  /// The model that answers.
  public record Answerer(String model, boolean rehearsal) {}

  public record Spending(Usage usage, BigDecimal cost) {}

  public Turn {
    listed = List.copyOf(listed);
    used = List.copyOf(used);
  }

  public boolean isRunning() {
    return state == State.RUNNING;
  }
}
