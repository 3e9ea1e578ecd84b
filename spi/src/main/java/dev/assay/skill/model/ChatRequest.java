package dev.assay.skill.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A question with the conversation before it.
///
/// @param shape the JSON schema of the answer, for models that can enforce it; every model gets it
///   in words as well
/// @param deadline the longest time the answer may take
public record ChatRequest(
    Purpose purpose,
    List<Message> messages,
    List<ToolDescription> tools,
    Optional<JsonShape> shape,
    Duration deadline) {
  public ChatRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("a request needs at least one message");
    }
  }

  /// A name and a JSON schema.
  public record JsonShape(String name, String schema) {}
}
