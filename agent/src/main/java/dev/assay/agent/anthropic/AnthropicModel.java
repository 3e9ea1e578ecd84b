package dev.assay.agent.anthropic;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.Failures;
import dev.assay.agent.protocol.ModelCall;
import dev.assay.agent.protocol.Pulse;
import dev.assay.agent.protocol.Refusal;
import dev.assay.agent.protocol.ShapedAnswer;
import dev.assay.agent.protocol.Transport;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatAnswer.Stop;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A model behind Claude's own protocol.
public final class AnthropicModel implements ChatModel {
  private static final String OPERATION = "/messages";
  private static final String VERSION = "2023-06-01";
  private static final int MOST_LESSONS = 5;
  private static final int MOST_PAUSES = 5;

  private final Endpoint endpoint;
  private final Transport transport;
  private final Features features;
  private final Failures failures;
  private final QuestionWriter writer;
  private final String origin;

  /// @param client the client for all endpoints; its maker closes it
  public AnthropicModel(Endpoint endpoint, HttpClient client) {
    this.endpoint = endpoint;
    transport = new Transport(client);
    features = new Features(endpoint.structured());
    failures = new Failures(endpoint);
    origin = endpoint.origin("anthropic");
    writer = new QuestionWriter(endpoint, features, origin);
  }

  @Override
  public String name() {
    return endpoint.model();
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    return new ModelCall(endpoint.waits(), failures)
        .run(request.deadline(), pulse -> converse(request, listener, pulse));
  }

  /// Asks until the message is complete. A message that the model paused goes on where it stopped;
  /// the caller sees one.
  private ChatAnswer converse(ChatRequest request, TextListener listener, Pulse pulse)
      throws IOException, InterruptedException {
    List<JsonNode> paused = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    List<ToolCall> calls = new ArrayList<>();
    List<Original.Block> blocks = new ArrayList<>();
    Usage usage = Usage.NONE;
    for (int pauses = 0; ; pauses++) {
      ClaudeMessage message = once(request, paused, listener, pulse);
      text.append(message.text());
      blocks.addAll(message.originals(calls.size()));
      calls.addAll(message.calls());
      usage = usage.plus(message.usage());
      if (!message.stop().equals("pause_turn")) {
        Message.Reply reply =
            new Message.Reply(text.toString(), calls, new Original(origin, blocks));
        String model = message.model().isEmpty() ? endpoint.model() : message.model();
        return ShapedAnswer.of(new ChatAnswer(reply, usage, stop(message, calls), model), request);
      }
      if (pauses == MOST_PAUSES) {
        throw failures.unusable("paused", "paused " + MOST_PAUSES + " times in one answer.");
      }
      paused.addAll(message.content());
    }
  }

  private ClaudeMessage once(
      ChatRequest request, List<JsonNode> paused, TextListener listener, Pulse pulse)
      throws IOException, InterruptedException {
    for (int lessons = 0; ; lessons++) {
      try {
        return transport
            .post(
                endpoint.address(OPERATION),
                headers(),
                writer.write(request, paused),
                pulse,
                new MessageReader(listener))
            .orElseThrow(failures::cutShort);
      } catch (Refusal refusal) {
        if (lessons >= MOST_LESSONS || !features.learn(refusal)) {
          throw refusal;
        }
      }
    }
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("anthropic-version", VERSION);
    endpoint.key().ifPresent(key -> headers.put("x-api-key", key.reveal()));
    return headers;
  }

  private static Stop stop(ClaudeMessage message, List<ToolCall> calls) {
    return switch (message.stop()) {
      case "max_tokens", "model_context_window_exceeded" -> Stop.LENGTH;
      case "refusal" -> Stop.REFUSED;
      default -> calls.isEmpty() ? Stop.FINISHED : Stop.TOOLS;
    };
  }
}
