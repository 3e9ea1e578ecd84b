package dev.assay.agentservice;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// A message or an action in a turn. Its content is untrusted text.
///
/// @param number its position in the turn, from 1
/// @param parent the card it follows from: a call from a reply, a result from its call
/// @param callId the id of a tool call, on the call and on all cards about it
public record Card(
    UUID id,
    UUID turn,
    int number,
    Type type,
    String author,
    Optional<UUID> parent,
    Optional<String> callId,
    JsonNode content,
    Instant createdAt) {
  /// The type of a card.
  public enum Type {
    /// The message to the agent.
    USER_MESSAGE,
    /// The model's text and the calls it wants.
    AGENT_REPLY,
    TOOL_CALL,
    /// A sign of life of a long call; never a result.
    TOOL_PROGRESS,
    /// The result of a call; there is one for each.
    TOOL_RESULT,
    /// The decision about a failed call.
    RETRY_JUDGEMENT,
    /// The ending of the turn.
    AGENT_RESULT;

    public String word() {
      return Words.of(this);
    }

    static Type ofWord(String word) {
      return Words.require(values(), Type::word, "type", word);
    }
  }
}
