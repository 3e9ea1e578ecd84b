package dev.assay.web.console.evidence;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads what was kept as JSON.
final class StoredJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST = 20_000;

  private StoredJson() {}

  static JsonNode read(String json) {
    return JSON.readTree(json);
  }

  /// Empty if it is not there. A name that is an object of one text is that text.
  static String text(JsonNode node) {
    return cut(node.isObject() ? node.path("text").asString("") : node.asString(""));
  }

  static String text(JsonNode node, String field) {
    return text(node.path(field));
  }

  static List<String> texts(JsonNode node, String field) {
    List<String> texts = new ArrayList<>();
    node.path(field).forEach(each -> texts.add(text(each)));
    return List.copyOf(texts);
  }

  /// What is not a moment is left out.
  static Map<String, Instant> moments(JsonNode node, String field) {
    Map<String, Instant> moments = new HashMap<>();
    node.path(field)
        .forEachEntry(
            (name, value) -> {
              try {
                moments.put(name, Instant.parse(value.asString("")));
              } catch (DateTimeParseException e) {
                // written by a stranger
              }
            });
    return Map.copyOf(moments);
  }

  static Optional<UUID> id(JsonNode node, String field) {
    try {
      return Optional.of(UUID.fromString(node.path(field).asString("")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The beginning, and how much is left out.
  static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "\n… " + (text.length() - end) + " more characters";
  }
}
