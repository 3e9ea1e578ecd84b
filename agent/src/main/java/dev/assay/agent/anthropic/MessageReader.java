package dev.assay.agent.anthropic;

import dev.assay.agent.protocol.EventReader;
import dev.assay.agent.protocol.Refusal;
import dev.assay.agent.protocol.Transport;
import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.TextListener;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads one message: a stream of events, or the whole in one piece.
final class MessageReader implements Transport.Receiver<Optional<ClaudeMessage>> {
  private final TextListener listener;
  private final ClaudeMessage message = new ClaudeMessage();
  private boolean some;

  MessageReader(TextListener listener) {
    this.listener = listener;
  }

  /// The message, or empty if the stream ended before it was complete.
  ///
  /// @throws Refusal if there is an error in it
  @Override
  public Optional<ClaudeMessage> events(EventReader events) throws IOException {
    String other = "";
    for (Optional<EventReader.Event> next = events.next();
        next.isPresent() && !message.isEnded();
        next = events.next()) {
      var values = WireJson.values(next.get().data());
      if (next.get().name().equals("error") && values.isEmpty()) {
        throw Refusal.inAnswer(
            "{\"error\":" + WireJson.MAPPER.writeValueAsString(next.get().data()) + "}");
      }
      values.forEach(this::add);
      other = values.isEmpty() ? next.get().data() : other;
    }
    if (!some && !other.isBlank()) {
      throw Refusal.inAnswer(other);
    }
    return message.isComplete() ? Optional.of(message) : Optional.empty();
  }

  @Override
  public Optional<ClaudeMessage> whole(String json) {
    JsonNode node = WireJson.find(json).orElseThrow(() -> Refusal.inAnswer(json));
    if (!WireJson.text(node, "type").equals("message")) {
      throw Refusal.inAnswer(json);
    }
    message.start(node);
    int index = 0;
    for (JsonNode block : node.path("content")) {
      message.begin(index, block);
      listener.received(WireJson.text(block, "text"));
      message.endBlock(index);
      index++;
    }
    message.stop(WireJson.text(node, "stop_reason"));
    return message.isComplete() ? Optional.of(message) : Optional.empty();
  }

  private void add(JsonNode event) {
    int index = event.path("index").asInt(0);
    switch (WireJson.text(event, "type")) {
      case "message_start" -> {
        some = true;
        message.start(event.path("message"));
      }
      case "content_block_start" -> {
        message.begin(index, event.path("content_block"));
        say(WireJson.text(event.path("content_block"), "text"));
      }
      case "content_block_delta" -> {
        message.add(index, event.path("delta"));
        if (WireJson.text(event.path("delta"), "type").equals("text_delta")) {
          say(WireJson.text(event.path("delta"), "text"));
        }
      }
      case "content_block_stop" -> message.endBlock(index);
      case "message_delta" -> {
        message.count(event.path("usage"));
        message.stop(WireJson.text(event.path("delta"), "stop_reason"));
      }
      case "message_stop" -> message.end();
      case "error" -> throw Refusal.inAnswer(event.toString());
      default -> {
        if (event.path("error").isObject()) {
          throw Refusal.inAnswer(event.toString());
        }
      }
    }
  }

  private void say(String text) {
    if (!text.isEmpty()) {
      listener.received(text);
    }
  }
}
