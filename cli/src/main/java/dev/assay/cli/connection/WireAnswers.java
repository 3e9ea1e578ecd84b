package dev.assay.cli.connection;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Reads the server's answers as records, and writes such records.
public final class WireAnswers {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .withConfigOverride(
              Optional.class,
              each ->
                  each.setInclude(
                      JsonInclude.Value.construct(
                          JsonInclude.Include.NON_ABSENT, JsonInclude.Include.USE_DEFAULTS)))
          .build();

  private WireAnswers() {}

  /// Returns a part of an answer; empty if the answer does not have it.
  public static <T extends Record> Optional<T> read(JsonNode part, Class<T> kind) {
    return part.isObject() ? Optional.of(JSON.treeToValue(part, kind)) : Optional.empty();
  }

  public static JsonNode tree(Record answer) {
    return JSON.valueToTree(answer);
  }
}
