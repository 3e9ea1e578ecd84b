package dev.assay.validation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.assay.wire.SkillScores;
import java.util.Optional;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Writes and reads the records of published answers as JSON.
public final class PublishedJson {
  static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .withConfigOverride(
              Optional.class,
              each ->
                  each.setInclude(
                      JsonInclude.Value.construct(
                          JsonInclude.Include.NON_ABSENT, JsonInclude.Include.USE_DEFAULTS)))
          .build();

  private PublishedJson() {}

  public static String write(Record answer) {
    return JSON.writeValueAsString(answer);
  }

  /// Reads the scores that a skill keeps.
  public static SkillScores scores(String kept) {
    return JSON.readValue(kept, SkillScores.class);
  }
}
