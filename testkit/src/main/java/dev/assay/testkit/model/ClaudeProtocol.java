package dev.assay.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/// The protocol of Claude, as a server writes it.
final class ClaudeProtocol {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private ClaudeProtocol() {}

  static List<String> events(Scene scene) {
    List<String> events = new ArrayList<>();
    Map<String, Object> usage =
        Map.of(
            "input_tokens",
            scene.inputTokens() - scene.cachedTokens(),
            "cache_read_input_tokens",
            scene.cachedTokens(),
            "output_tokens",
            1);
    events.add(
        event("message_start", Map.of("message", Map.of("model", Protocol.MODEL, "usage", usage))));
    int index = 0;
    if (!scene.text().isEmpty()) {
      events.add(begin(index, Map.of("type", "text", "text", "")));
      for (String word : scene.text().split("(?<= )", -1)) {
        events.add(delta(index, Map.of("type", "text_delta", "text", word)));
      }
      events.add(event("content_block_stop", Map.of("index", index)));
      index++;
    }
    for (Scene.Call call : scene.calls()) {
      String id = "toolu_" + UUID.randomUUID().toString().substring(0, 8);
      events.add(
          begin(
              index, Map.of("type", "tool_use", "id", id, "name", call.tool(), "input", Map.of())));
      events.add(
          delta(index, Map.of("type", "input_json_delta", "partial_json", call.arguments())));
      events.add(event("content_block_stop", Map.of("index", index)));
      index++;
    }
    events.add(
        event(
            "message_delta",
            Map.of(
                "delta",
                Map.of("stop_reason", reason(scene.finish())),
                "usage",
                Map.of("output_tokens", scene.outputTokens()))));
    events.add(event("message_stop", Map.of()));
    return events;
  }

  private static String reason(String finish) {
    return switch (finish) {
      case "stop" -> "end_turn";
      case "tool_calls" -> "tool_use";
      case "length" -> "max_tokens";
      case "content_filter" -> "refusal";
      default -> finish;
    };
  }

  static String error(int status, String message) {
    String type =
        switch (status) {
          case 400, 413 -> "invalid_request_error";
          case 401 -> "authentication_error";
          case 404 -> "not_found_error";
          case 429 -> "rate_limit_error";
          case 529 -> "overloaded_error";
          default -> "api_error";
        };
    return MAPPER.writeValueAsString(
        Map.of("type", "error", "error", Map.of("type", type, "message", message)));
  }

  private static String begin(int index, Map<String, Object> block) {
    return event("content_block_start", Map.of("index", index, "content_block", block));
  }

  private static String delta(int index, Map<String, Object> delta) {
    return event("content_block_delta", Map.of("index", index, "delta", delta));
  }

  private static String event(String name, Map<String, Object> fields) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("type", name);
    data.putAll(fields);
    return "event: " + name + "\ndata: " + MAPPER.writeValueAsString(data) + "\n\n";
  }
}
