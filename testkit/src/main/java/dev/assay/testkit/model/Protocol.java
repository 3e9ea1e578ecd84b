package dev.assay.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/// The chat protocol of OpenAI, as a server writes it.
final class Protocol {
  static final String MODEL = "scripted";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Protocol() {}

  static String error(String message) {
    return json(Map.of("error", Map.of("message", message, "type", "scripted")));
  }

  /// An answer in one piece.
  static String whole(Scene scene) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("role", "assistant");
    message.put("content", scene.text());
    if (!scene.calls().isEmpty()) {
      message.put("tool_calls", calls(scene));
    }
    Map<String, Object> answer = frame("chat.completion");
    answer.put(
        "choices",
        List.of(Map.of("index", 0, "message", message, "finish_reason", scene.finish())));
    answer.put("usage", usage(scene));
    return json(answer);
  }

  /// The same answer as server-sent events: text word by word, arguments in two pieces.
  static List<String> events(Scene scene) {
    List<String> events = new ArrayList<>();
    events.add(delta(Map.of("role", "assistant", "content", ""), null));
    for (String word : scene.text().split("(?<= )", -1)) {
      if (!word.isEmpty()) {
        events.add(delta(Map.of("content", word), null));
      }
    }
    for (int number = 0; number < scene.calls().size(); number++) {
      Scene.Call call = scene.calls().get(number);
      int half = call.arguments().length() / 2;
      events.add(
          part(
              number,
              Map.of(
                  "id",
                  id(),
                  "type",
                  "function",
                  "function",
                  Map.of("name", call.tool(), "arguments", call.arguments().substring(0, half)))));
      events.add(
          part(number, Map.of("function", Map.of("arguments", call.arguments().substring(half)))));
    }
    events.add(delta(Map.of(), scene.finish()));
    Map<String, Object> last = frame("chat.completion.chunk");
    last.put("choices", List.of());
    last.put("usage", usage(scene));
    events.add(event(last));
    events.add("data: [DONE]\n\n");
    return events;
  }

  private static String part(int number, Map<String, Object> call) {
    Map<String, Object> whole = new LinkedHashMap<>(call);
    whole.put("index", number);
    return delta(Map.of("tool_calls", List.of(whole)), null);
  }

  private static String delta(
      Map<String, Object> delta, @org.jspecify.annotations.Nullable String finish) {
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("index", 0);
    choice.put("delta", delta);
    if (finish != null) {
      choice.put("finish_reason", finish);
    }
    Map<String, Object> chunk = frame("chat.completion.chunk");
    chunk.put("choices", List.of(choice));
    return event(chunk);
  }

  private static List<Map<String, Object>> calls(Scene scene) {
    return scene.calls().stream()
        .map(
            call ->
                Map.<String, Object>of(
                    "id",
                    id(),
                    "type",
                    "function",
                    "function",
                    Map.of("name", call.tool(), "arguments", call.arguments())))
        .toList();
  }

  private static Map<String, Object> usage(Scene scene) {
    return Map.of(
        "prompt_tokens",
        scene.inputTokens(),
        "completion_tokens",
        scene.outputTokens(),
        "total_tokens",
        scene.inputTokens() + scene.outputTokens(),
        "prompt_tokens_details",
        Map.of("cached_tokens", scene.cachedTokens()));
  }

  private static Map<String, Object> frame(String object) {
    Map<String, Object> frame = new LinkedHashMap<>();
    frame.put("id", "chat-" + id());
    frame.put("object", object);
    frame.put("created", 1_767_225_600);
    frame.put("model", MODEL);
    return frame;
  }

  private static String id() {
    return "call_" + UUID.randomUUID().toString().substring(0, 8);
  }

  private static String event(Map<String, Object> json) {
    return "data: " + json(json) + "\n\n";
  }

  private static String json(Map<String, Object> value) {
    return MAPPER.writeValueAsString(value);
  }
}
