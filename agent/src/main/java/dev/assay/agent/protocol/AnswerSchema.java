package dev.assay.agent.protocol;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The schema of an answer in the form that a provider accepts. Each provider accepts only a part
/// of JSON schema and refuses the rest. The instructions repeat the rest in words, and the answer
/// is checked against all of it.
public final class AnswerSchema {
  private static final Set<String> BOUNDS =
      Set.of(
          "minLength",
          "maxLength",
          "pattern",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "minItems",
          "maxItems");

  private AnswerSchema() {}

  /// The schema with its bounds: lengths, and limits of numbers.
  public static JsonNode bounded(String schema) {
    return typed(WireJson.MAPPER.readTree(schema));
  }

  /// The schema without bounds.
  public static JsonNode unbounded(String schema) {
    return withoutBounds(bounded(schema));
  }

  /// Gives an enumeration of texts the type string.
  private static JsonNode typed(JsonNode schema) {
    if (schema instanceof ObjectNode node) {
      node.path("properties").forEach(AnswerSchema::typed);
      typed(node.path("items"));
      if (node.path("enum").isArray() && !node.has("type")) {
        node.put("type", "string");
      }
    }
    return schema;
  }

  private static JsonNode withoutBounds(JsonNode schema) {
    if (schema instanceof ObjectNode node) {
      node.remove(BOUNDS);
      node.path("properties").forEach(AnswerSchema::withoutBounds);
      withoutBounds(node.path("items"));
    }
    return schema;
  }
}
