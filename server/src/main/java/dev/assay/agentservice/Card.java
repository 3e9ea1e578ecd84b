package dev.assay.agentservice;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Something that was said or done in a turn. Its content is a stranger's text.
///
/// @param number its place in the turn, from 1
/// @param parent the card it follows from: a call from a reply, a result from its call
/// @param callId of a tool call and whatever belongs to it
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
  /// What kind of thing.
  public enum Type {
    /// What the agent was sent.
    USER_MESSAGE,
    /// What the model said, and what it wants to call.
    AGENT_REPLY,
    TOOL_CALL,
    /// A call that takes long is still alive; never a result.
    TOOL_PROGRESS,
    /// One for each call.
    TOOL_RESULT,
    /// What to do about a failed call.
    RETRY_JUDGEMENT,
    /// How the turn ended.
    AGENT_RESULT;

    public String word() {
      return Words.of(this);
    }

    static Type ofWord(String word) {
      return Words.require(values(), Type::word, "type", word);
    }
  }
}
