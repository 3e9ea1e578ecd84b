package dev.assay.web.description;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Splits a schema in its own file into components: the schema itself and each of its definitions.
final class PublishedSchema {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern DEFINITION = Pattern.compile("#/\\$defs/([a-z_]+)");

  private PublishedSchema() {}

  static void add(String name, InputStream file, ObjectNode components) throws IOException {
    String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    ObjectNode schema =
        (ObjectNode)
            JSON.readTree(
                DEFINITION
                    .matcher(text)
                    .replaceAll(
                        found ->
                            Matcher.quoteReplacement(
                                "#/components/schemas/" + definition(name, found.group(1)))));
    schema.remove("$schema");
    JsonNode definitions = schema.remove("$defs");
    components.set(name, schema);
    if (definitions != null) {
      for (Map.Entry<String, JsonNode> each : definitions.properties()) {
        components.set(definition(name, each.getKey()), each.getValue());
      }
    }
  }

  /// Returns the name of a definition's component, for example `ValidationResultStaticFinding`.
  private static String definition(String name, String key) {
    StringBuilder whole = new StringBuilder(name);
    for (String word : key.split("_", -1)) {
      whole.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return whole.toString();
  }
}
