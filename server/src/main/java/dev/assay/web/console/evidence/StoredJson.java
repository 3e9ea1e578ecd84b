package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads stored transcripts without trust.
final class StoredJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private StoredJson() {}

  static JsonNode read(String json) {
    return JSON.readTree(json);
  }

  /// Returns the text of a node, or an empty text if it is missing. A name stored as an object with
  /// a single text is read as that text.
  static String text(JsonNode node) {
    return PageText.cut(node.isObject() ? node.path("text").asString("") : node.asString(""));
  }

  static String text(JsonNode node, String field) {
    return text(node.path(field));
  }
}
