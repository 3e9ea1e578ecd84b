package dev.assay.agent.tool;

import dev.assay.agent.shape.JsonInText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The arguments of one call, which fit the tool's schema.
final class Arguments {
  private final JsonNode json;

  Arguments(String text) {
    json = JsonInText.parse(text);
  }

  JsonNode json() {
    return json;
  }

  String text(String name) {
    return json.path(name).asString("");
  }

  String text(String name, String otherwise) {
    return json.has(name) ? text(name) : otherwise;
  }

  int number(String name, int otherwise) {
    return json.path(name).asInt(otherwise);
  }

  boolean flag(String name) {
    return json.path(name).asBoolean(false);
  }

  Duration seconds(String name, Duration otherwise) {
    return json.has(name) ? Duration.ofSeconds(number(name, 1)) : otherwise;
  }

  List<String> words(String name) {
    List<String> words = new ArrayList<>();
    json.path(name).forEach(word -> words.add(word.asString("")));
    return words;
  }
}
