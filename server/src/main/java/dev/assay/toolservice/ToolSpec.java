package dev.assay.toolservice;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A tool as its callers see it.
///
/// @param inputSchema the JSON schema of its arguments, as [ArgumentCheck] reads it
public record ToolSpec(String name, String description, ObjectNode inputSchema) {
  /// The state of the calling agent after a call, for platforms that ask.
  public static final String AFTER_EXECUTION = "suspend";

  /// The built-in tools that every project can have, by name.
  static final Map<String, ToolSpec> BUILT_IN = builtIn();

  /// Says whether this server performs the tool; otherwise workers of the project do.
  public boolean isBuiltIn() {
    return BUILT_IN.containsKey(name);
  }

  private static Map<String, ToolSpec> builtIn() {
    Map<String, ToolSpec> all = new LinkedHashMap<>();
    try (InputStream json =
        Objects.requireNonNull(ToolSpec.class.getResourceAsStream("tools.json"))) {
      for (JsonNode each : Projects.JSON.readTree(json)) {
        ObjectNode schema = (ObjectNode) each.path("input_schema");
        ArgumentCheck.requireKnown(schema);
        String name = each.path("name").asString();
        all.put(name, new ToolSpec(name, each.path("description").asString(), schema));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(all);
  }
}
