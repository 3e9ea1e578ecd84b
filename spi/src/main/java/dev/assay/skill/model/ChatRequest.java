package dev.assay.skill.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One question with everything said before it.
///
/// @param shape the JSON the answer must be, for models that can be bound to it; all get it in
///   words as well
/// @param deadline how long the answer may take
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
