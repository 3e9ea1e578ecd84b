package dev.assay.agent.shape;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// Checks JSON against a schema and describes its faults to a model. References to other documents
/// are never fetched.
public final class JsonCheck {
  private static final int MOST_PROBLEMS = 10;
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder -> builder.resourceLoaders(loaders -> loaders.values(List::clear)));
  private static final Map<String, JsonCheck> KNOWN = new ConcurrentHashMap<>();
  private static final int MOST_KNOWN = 500;

  private final Schema schema;

  private JsonCheck(Schema schema) {
    this.schema = schema;
  }

  /// The check for a schema, compiled once.
  public static JsonCheck of(String schema) {
    if (KNOWN.size() > MOST_KNOWN) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(
        schema, text -> new JsonCheck(REGISTRY.getSchema(JsonInText.parse(text))));
  }

  /// The faults, each with its place first; empty if there are none.
  public List<String> problems(JsonNode json) {
    return schema.validate(json).stream().limit(MOST_PROBLEMS).map(JsonCheck::words).toList();
  }

  private static String words(Error error) {
    String place = error.getInstanceLocation().toString();
    return (place.isEmpty() || place.equals("/") ? "" : place + ": ") + error.getMessage();
  }
}
