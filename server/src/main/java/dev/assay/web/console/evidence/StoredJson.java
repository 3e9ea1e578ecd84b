package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads what was kept as JSON.
final class StoredJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private StoredJson() {}

  static JsonNode read(String json) {
    return JSON.readTree(json);
  }

  /// Empty if it is not there. A name that is an object of one text is that text.
  static String text(JsonNode node) {
    return PageText.cut(node.isObject() ? node.path("text").asString("") : node.asString(""));
  }

  static String text(JsonNode node, String field) {
    return text(node.path(field));
  }

  static List<String> texts(JsonNode node, String field) {
    List<String> texts = new ArrayList<>();
    node.path(field).forEach(each -> texts.add(text(each)));
    return List.copyOf(texts);
  }
}
