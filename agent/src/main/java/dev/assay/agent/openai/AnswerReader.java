package dev.assay.agent.openai;

import dev.assay.agent.protocol.EventReader;
import dev.assay.agent.protocol.Refusal;
import dev.assay.agent.protocol.Thinking;
import dev.assay.agent.protocol.Transport;
import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatAnswer.Stop;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.Usage;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads one answer: a stream of chunks, or the whole in one piece.
final class AnswerReader implements Transport.Receiver<Optional<ChatAnswer>> {
  private final String origin;
  private final String asked;
  private final ReplyPieces reply;
  private final StringBuilder refusal = new StringBuilder();
  private Usage usage = Usage.NONE;
  private String model = "";
  private String finish = "";
  private boolean done;
  private boolean some;

  /// @param asked the configured name of the model
  AnswerReader(String origin, String asked, TextListener listener) {
    this.origin = origin;
    this.asked = asked;
    reply = new ReplyPieces(new Thinking(listener::received));
  }

  /// The answer, or empty if the stream ended before it was complete.
  ///
  /// @throws Refusal if there is an error in it
  @Override
  public Optional<ChatAnswer> events(EventReader events) throws IOException {
    String other = "";
    for (Optional<EventReader.Event> next = events.next(); next.isPresent(); next = events.next()) {
      EventReader.Event event = next.get();
      String data = event.data().strip();
      if (data.equals("[DONE]")) {
        done = true;
        break;
      }
      boolean error = event.name().equals("error");
      var values = WireJson.values(data);
      if (error && values.isEmpty()) {
        throw Refusal.inAnswer("{\"error\":" + WireJson.MAPPER.writeValueAsString(data) + "}");
      }
      values.forEach(chunk -> add(chunk, error));
      other = values.isEmpty() && !data.isEmpty() ? data : other;
    }
    if (!some && !other.isEmpty()) {
      throw Refusal.inAnswer(other);
    }
    return answer();
  }

  @Override
  public Optional<ChatAnswer> whole(String json) {
    JsonNode node = WireJson.find(json).orElseThrow(() -> Refusal.inAnswer(json));
    add(node, false);
    if (!some) {
      throw Refusal.inAnswer(node.isArray() ? "" : "{}".equals(json) ? "" : "no answer: " + json);
    }
    done = true;
    return answer();
  }

  private void add(JsonNode chunk, boolean error) {
    if (error || isError(chunk)) {
      throw Refusal.inAnswer(chunk.toString());
    }
    if (!WireJson.text(chunk, "model").isEmpty()) {
      model = WireJson.text(chunk, "model");
    }
    UsageReader.find(chunk).ifPresent(found -> usage = found);
    for (JsonNode choice : chunk.path("choices")) {
      if (choice.path("index").asInt(0) == 0) {
        add(choice, chunk);
      }
    }
  }

  private void add(JsonNode choice, JsonNode chunk) {
    some = true;
    String reason = WireJson.text(choice, "finish_reason");
    switch (reason) {
      case "" -> {}
      case "error", "network_error", "insufficient_system_resource", "abort", "cancelled" ->
          throw Refusal.inAnswer(chunk.toString());
      default -> finish = reason;
    }
    JsonNode said = choice.path("delta").isObject() ? choice.path("delta") : choice.path("message");
    reply.add(said);
    refusal.append(WireJson.text(said, "refusal"));
    if (said.isMissingNode() && choice.path("text").isString()) {
      reply.addText(choice.path("text").asString());
    }
  }

  private static boolean isError(JsonNode chunk) {
    JsonNode error = chunk.isArray() ? chunk.path(0).path("error") : chunk.path("error");
    boolean named =
        (error.isObject() && !error.isEmpty()) || (error.isString() && !error.asString().isBlank());
    String kind = WireJson.text(chunk, "object") + WireJson.text(chunk, "type");
    boolean bare =
        !chunk.has("choices")
            && (chunk.has("detail")
                || chunk.has("error_code")
                || (chunk.has("message") && chunk.has("code")));
    boolean status = chunk.path("base_resp").path("status_code").asInt(0) != 0;
    return named || kind.equals("error") || bare || status;
  }

  private Optional<ChatAnswer> answer() {
    reply.end();
    boolean whole = !finish.isEmpty() || (done && reply.isSomething());
    if (!whole && refusal.isEmpty()) {
      return Optional.empty();
    }
    String text = reply.text();
    Message.Reply said =
        new Message.Reply(
            text.isBlank() && !refusal.isEmpty() ? refusal.toString() : text,
            reply.calls(),
            new Original(origin, reply.blocks()));
    return Optional.of(new ChatAnswer(said, usage, stop(), model.isEmpty() ? asked : model));
  }

  private Stop stop() {
    if (!refusal.isEmpty()) {
      return Stop.REFUSED;
    }
    String reason = finish.toLowerCase(Locale.ROOT);
    return switch (reason.replaceFirst(":.*", "")) {
      case "length", "max_tokens", "model_length", "model_context_window_exceeded" -> Stop.LENGTH;
      case "content_filter",
          "safety",
          "sensitive",
          "recitation",
          "prohibited_content",
          "blocklist",
          "spii" ->
          Stop.FILTERED;
      case "refusal" -> Stop.REFUSED;
      default -> reply.calls().isEmpty() ? Stop.FINISHED : Stop.TOOLS;
    };
  }
}
