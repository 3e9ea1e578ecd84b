package dev.assay.agentservice;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// One message to an agent of a project, and what comes of it.
///
/// @param channel which of the agent's conversations it belongs to
/// @param account of whoever sent it
/// @param result what the agent handed in
/// @param error why there is no good result
/// @param rehearsal whether rules took the place of a model; empty before it began
public record AgentTurn(
    UUID id,
    String project,
    String channel,
    String agent,
    String account,
    String sender,
    State state,
    Optional<String> result,
    Optional<String> error,
    Optional<Boolean> rehearsal,
    Instant createdAt,
    Optional<Instant> finishedAt) {
  /// How it stands. The last three are final.
  public enum State {
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELED;

    public String word() {
      return Words.of(this);
    }

    static State ofWord(String word) {
      return Words.require(values(), State::word, "state", word);
    }

    public boolean isFinal() {
      return compareTo(RUNNING) > 0;
    }
  }

  /// The key of the right to work on it.
  String leaseId() {
    return "turn " + id;
  }
}
