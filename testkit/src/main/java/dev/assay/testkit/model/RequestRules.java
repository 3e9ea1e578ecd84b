package dev.assay.testkit.model;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What the providers' published descriptions demand of a request, as far as their servers refuse
/// what does not keep to it.
final class RequestRules {
  private static final Set<String> OPENAI =
      Set.of(
          "model",
          "messages",
          "tools",
          "tool_choice",
          "response_format",
          "temperature",
          "max_tokens",
          "max_completion_tokens",
          "stream",
          "stream_options");
  private static final Set<String> CLAUDE =
      Set.of(
          "model",
          "max_tokens",
          "messages",
          "system",
          "tools",
          "tool_choice",
          "output_config",
          "temperature",
          "thinking",
          "stream");

  private RequestRules() {}

  /// What is wrong with a request, if anything is.
  static Optional<String> problem(ModelRequest request) {
    boolean claude = request.address().contains("/messages");
    JsonNode json = request.json();
    for (String name : json.propertyNames()) {
      if (!(claude ? CLAUDE : OPENAI).contains(name)) {
        return Optional.of(name + " is no field of a request");
      }
    }
    if (json.path("model").asString("").isEmpty() || json.path("messages").isEmpty()) {
      return Optional.of("model and messages are needed");
    }
    return claude ? claude(json) : openai(json);
  }

  private static Optional<String> openai(JsonNode json) {
    Set<String> open = new HashSet<>();
    for (JsonNode message : json.path("messages")) {
      String role = message.path("role").asString("");
      boolean result = role.equals("tool");
      if (!result && !open.isEmpty()) {
        return Optional.of("tool calls were not answered: " + open);
      }
      switch (role) {
        case "system", "user" -> {
          if (message.path("content").asString("").isBlank()) {
            return Optional.of("a message of " + role + " without content");
          }
        }
        case "assistant" -> {
          if (message.path("content").isNull() && !message.has("tool_calls")) {
            return Optional.of("a reply without content and calls");
          }
          for (JsonNode call : message.path("tool_calls")) {
            if (!call.path("function").path("arguments").isString()
                || !open.add(call.path("id").asString(""))) {
              return Optional.of("a tool call without arguments as text, or with an id used twice");
            }
          }
        }
        case "tool" -> {
          if (!open.remove(message.path("tool_call_id").asString(""))) {
            return Optional.of("a result of a tool that was not called");
          }
        }
        default -> {
          return Optional.of("the role " + role + " is not known");
        }
      }
    }
    return open.isEmpty() ? Optional.empty() : Optional.of("tool calls were not answered: " + open);
  }

  private static Optional<String> claude(JsonNode json) {
    if (!json.path("max_tokens").isNumber()) {
      return Optional.of("max_tokens is needed");
    }
    Set<String> open = new HashSet<>();
    String before = "assistant";
    for (JsonNode message : json.path("messages")) {
      String role = message.path("role").asString("");
      if (role.equals(before) || !(role.equals("user") || role.equals("assistant"))) {
        return Optional.of("roles have to alternate and begin with user");
      }
      before = role;
      if (message.path("content").isEmpty()) {
        return Optional.of("a message without content");
      }
      Set<String> answered = new HashSet<>();
      for (JsonNode block : message.path("content")) {
        switch (block.path("type").asString("")) {
          case "text" -> {
            if (block.path("text").asString("").isBlank()) {
              return Optional.of("text content blocks must be non-empty");
            }
          }
          case "tool_result" -> answered.add(block.path("tool_use_id").asString(""));
          default -> {}
        }
      }
      if (role.equals("user") && !answered.equals(open)) {
        return Optional.of("tool_use ids " + open + " were answered with " + answered);
      }
      open.clear();
      for (JsonNode block : message.path("content")) {
        if (block.path("type").asString("").equals("tool_use")) {
          open.add(block.path("id").asString(""));
          if (!block.path("input").isObject()) {
            return Optional.of("the input of a tool_use is no object");
          }
        }
      }
    }
    return Optional.empty();
  }
}
