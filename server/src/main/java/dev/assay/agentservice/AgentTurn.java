package dev.assay.agentservice;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// One message to an agent of a project, and its answer.
///
/// @param channel the agent's conversation that it belongs to
/// @param account the account of the sender
/// @param result the result that the agent submitted
/// @param error the reason why there is no good result
/// @param rehearsal true if rules answered instead of a model; empty before it began
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
  /// The state of a turn. The last three are final.
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
