package dev.assay.testkit.model;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The requirements for a request in the providers' published descriptions: the schema of each, and
/// rules that a schema cannot express, for example that every call has its result.
final class RequestRules {
  private static final int MOST_MARKS = 4;

  private RequestRules() {}

  /// The first violation in a request, if there is one.
  static Optional<String> problem(ModelRequest request) {
    boolean claude = request.address().contains("/messages");
    JsonNode json = request.json();
    return RequestSchema.of(claude ? "anthropic" : "openai")
        .problem(json)
        .or(() -> claude ? claude(json) : openai(json));
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
        case "assistant" -> {
          for (JsonNode call : message.path("tool_calls")) {
            if (!open.add(call.path("id").asString(""))) {
              return Optional.of("two tool calls with one id");
            }
          }
        }
        case "tool" -> {
          if (!open.remove(message.path("tool_call_id").asString(""))) {
            return Optional.of("a result of a tool that was not called");
          }
        }
        default -> {}
      }
    }
    return open.isEmpty()
        ? optional(json.path("response_format").path("json_schema").path("schema"))
        : Optional.of("tool calls were not answered: " + open);
  }

  /// A property of a strict answer that is not required.
  private static Optional<String> optional(JsonNode schema) {
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asString("")));
    for (String name : schema.path("properties").propertyNames()) {
      if (!required.contains(name)) {
        return Optional.of("in a strict schema " + name + " has to be required");
      }
      Optional<String> inner = optional(schema.path("properties").path(name));
      if (inner.isPresent()) {
        return inner;
      }
    }
    return schema.has("items") ? optional(schema.path("items")) : Optional.empty();
  }

  private static Optional<String> claude(JsonNode json) {
    if (json.path("thinking").path("budget_tokens").asInt(0) >= json.path("max_tokens").asInt(0)) {
      return Optional.of("max_tokens has to be more than budget_tokens");
    }
    if (json.toString().split("\"cache_control\"", -1).length - 1 > MOST_MARKS) {
      return Optional.of("at most " + MOST_MARKS + " blocks may have cache_control");
    }
    Set<String> open = new HashSet<>();
    String before = "assistant";
    for (JsonNode message : json.path("messages")) {
      String role = message.path("role").asString("");
      if (role.equals(before)) {
        return Optional.of("roles have to alternate and begin with user");
      }
      before = role;
      Set<String> answered = new HashSet<>();
      for (JsonNode block : message.path("content")) {
        if (block.path("type").asString("").equals("tool_result")) {
          answered.add(block.path("tool_use_id").asString(""));
        }
      }
      if (role.equals("user") && !answered.equals(open)) {
        return Optional.of("tool_use ids " + open + " were answered with " + answered);
      }
      open.clear();
      for (JsonNode block : message.path("content")) {
        if (block.path("type").asString("").equals("tool_use")) {
          open.add(block.path("id").asString(""));
        }
      }
    }
    return Optional.empty();
  }
}
