package dev.assay.agent.wire;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The schema of an answer as a provider takes it. Each takes only a part of JSON schema and
/// refuses the rest; what is left out is in the instructions in words, and checked when the answer
/// is there.
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

  /// With its bounds: lengths, and limits of numbers.
  public static JsonNode bounded(String schema) {
    return typed(WireJson.MAPPER.readTree(schema));
  }

  /// Without them.
  public static JsonNode unbounded(String schema) {
    return withoutBounds(bounded(schema));
  }

  /// A list of texts to choose from is a text.
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
