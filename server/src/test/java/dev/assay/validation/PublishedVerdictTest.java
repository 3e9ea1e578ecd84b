package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.wire.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The published schema describes the records, with the same keys.
class PublishedVerdictTest {
  private final JsonNode schema = schema();
  private final Set<Class<?>> compared = new HashSet<>();

  @Test
  void the_schema_has_the_keys_of_the_records_and_no_others() {
    compare(Verdict.class, schema);
    assertThat(compared).hasSizeGreaterThan(15);
  }

  private void compare(Type type, JsonNode described) {
    if (type instanceof ParameterizedType generic) {
      Class<?> raw = (Class<?>) generic.getRawType();
      Type inside = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      switch (raw.getSimpleName()) {
        case "List" -> compare(inside, described.path("items"));
        case "Map" -> compare(inside, described.path("additionalProperties"));
        default -> compare(inside, described);
      }
    } else if (type instanceof Class<?> record && record.isRecord()) {
      compare(record, resolved(described));
    }
  }

  private void compare(Class<?> record, JsonNode described) {
    if (!compared.add(record) || !described.has("properties")) {
      return;
    }
    JsonNode properties = described.path("properties");
    Set<String> keys = new HashSet<>();
    for (RecordComponent each : record.getRecordComponents()) {
      String key = PropertyNamingStrategies.SNAKE_CASE.nameForField(null, null, each.getName());
      keys.add(key);
      compare(each.getGenericType(), properties.path(key));
    }
    assertThat(properties.propertyNames()).as(record.getName()).hasSameElementsAs(keys);
  }

  private JsonNode resolved(JsonNode described) {
    JsonNode one = described.has("anyOf") ? described.path("anyOf").get(0) : described;
    return one.has("$ref") ? schema.at(one.path("$ref").asString().substring(1)) : one;
  }

  private static JsonNode schema() {
    try (InputStream in =
        PublishedVerdictTest.class.getResourceAsStream("/static/assets/result.schema.json")) {
      return JsonMapper.builder().build().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
