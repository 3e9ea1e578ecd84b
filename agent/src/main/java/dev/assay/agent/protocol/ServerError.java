package dev.assay.agent.protocol;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// A server's description of an error, read from its many shapes.
///
/// @param codes every code, type and status in it, in lower case
/// @param status the HTTP status that the description itself names
/// @param message its message, or the whole text if it has none
/// @param parameter the part of the request that it rejects; empty if it does not say
record ServerError(
    Set<String> codes, Optional<Integer> status, String message, String parameter, JsonNode json) {
  private static final List<String> CODES =
      List.of("code", "type", "status", "status_code", "error_code", "reason", "error_type");
  private static final List<String> STATUSES =
      List.of("status", "status_code", "http_status", "code", "statusCode");
  private static final List<String> MESSAGES =
      List.of("message", "error_description", "msg", "detail", "error_msg", "status_msg", "title");

  static ServerError of(String body) {
    JsonNode json = WireJson.find(body.strip()).orElseGet(WireJson.MAPPER::createObjectNode);
    List<JsonNode> layers = layers(json);
    Set<String> codes = new LinkedHashSet<>();
    Optional<Integer> status = Optional.empty();
    String message = "";
    String parameter = "";
    for (JsonNode layer : layers) {
      for (String field : CODES) {
        JsonNode value = layer.path(field);
        if (value.isString() || value.isNumber()) {
          codes.add(value.asString().toLowerCase(Locale.ROOT));
        }
      }
      for (String field : STATUSES) {
        status = status.or(() -> status(layer.path(field)));
      }
      for (String field : MESSAGES) {
        message = message.isEmpty() ? WireJson.text(layer, field) : message;
      }
      parameter = parameter.isEmpty() ? WireJson.text(layer, "param") : parameter;
    }
    if (message.isEmpty()) {
      message =
          layers.stream()
              .map(layer -> WireJson.text(layer, "error"))
              .filter(text -> !text.isEmpty())
              .findFirst()
              .orElse(body);
    }
    return new ServerError(codes, status, message, parameter, json);
  }

  /// The descriptions, innermost first: the error itself, then the objects around it.
  private static List<JsonNode> layers(JsonNode json) {
    JsonNode outer = json.isArray() && !json.isEmpty() ? json.path(0) : json;
    List<JsonNode> layers = new ArrayList<>();
    JsonNode error = outer.path("error");
    if (error.isString()) {
      error = WireJson.find(error.asString()).orElse(error); // an error quoted in an error
      error = error.has("error") ? error.path("error") : error;
    }
    if (error.isObject()) {
      layers.add(error);
      layers.add(error.path("innererror"));
      layers.add(error.path("inner_error"));
      layers.add(error.path("metadata"));
      error.path("details").forEach(layers::add);
    }
    outer.path("errors").forEach(layers::add);
    layers.add(outer.path("base_resp"));
    layers.add(outer);
    if (outer.path("detail").isArray()) {
      outer.path("detail").forEach(layers::add);
    }
    layers.add(outer.path("response").path("error"));
    outer.path("choices").forEach(choice -> layers.add(choice.path("error")));
    return layers.stream().filter(JsonNode::isObject).toList();
  }

  private static Optional<Integer> status(JsonNode value) {
    int number =
        value.isNumber()
            ? value.asInt(0)
            : value.isString() && value.asString().matches("[45]\\d\\d")
                ? Integer.parseInt(value.asString())
                : 0;
    return number >= 400 && number < 600 ? Optional.of(number) : Optional.empty();
  }

  boolean hasCode(String... any) {
    for (String code : any) {
      if (codes.contains(code)) {
        return true;
      }
    }
    return false;
  }

  /// The message in lower case, with the words of all other fields.
  String words() {
    return (message + " " + json).toLowerCase(Locale.ROOT);
  }
}
