package dev.assay.web.description;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the types of bodies and answers as JSON Schema. Each record becomes a component with its
/// own name.
final class Schemas {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A part of a component's name that shows that two records share a name. One of them needs a
  /// `@Schema(name = …)`.
  static final String AMBIGUOUS = "Of";

  private static final String COMPONENTS = "#/components/schemas/";

  private final Map<String, ObjectNode> components = new TreeMap<>();
  private final Map<String, Class<?>> classes = new HashMap<>();
  private final Wording wording;

  Schemas(Wording wording) {
    this.wording = wording;
  }

  static ObjectNode reference(String name) {
    return JSON.createObjectNode().put("$ref", COMPONENTS + name);
  }

  void add(String name, ObjectNode schema) {
    components.put(name, schema);
  }

  Map<String, ObjectNode> components() {
    return components;
  }

  ObjectNode of(Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic(generic);
    }
    if (type instanceof Class<?> plain) {
      return plain.isRecord() ? reference(component(plain)) : plain(plain);
    }
    return JSON.createObjectNode(); // any value: use a record, or name a @Shape
  }

  private ObjectNode generic(ParameterizedType type) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    if (Collection.class.isAssignableFrom(raw)) {
      ObjectNode list = typed("array");
      list.set("items", of(arguments[0]));
      return list;
    }
    if (Map.class.isAssignableFrom(raw)) {
      ObjectNode map = typed("object");
      map.set("additionalProperties", of(arguments[1]));
      return map;
    }
    if (raw == Optional.class) {
      return of(arguments[0]);
    }
    return JSON.createObjectNode(); // any value: use a record, or name a @Shape
  }

  private static ObjectNode plain(Class<?> type) {
    if (type == String.class) {
      return typed("string");
    }
    if (type == boolean.class || type == Boolean.class) {
      return typed("boolean");
    }
    if (type == int.class || type == Integer.class) {
      return typed("integer").put("format", "int32");
    }
    if (type == long.class || type == Long.class) {
      return typed("integer").put("format", "int64");
    }
    if (type == double.class || type == Double.class || type == BigDecimal.class) {
      return typed("number");
    }
    if (type == UUID.class) {
      return typed("string").put("format", "uuid");
    }
    if (type == Instant.class) {
      return typed("string").put("format", "date-time");
    }
    if (type == ObjectNode.class) {
      return typed("object").put("additionalProperties", true);
    }
    if (type.isEnum()) {
      ObjectNode word = typed("string");
      ArrayNode all = word.putArray("enum");
      Arrays.stream(type.getEnumConstants()).forEach(each -> all.add(((Enum<?>) each).name()));
      return word;
    }
    return JSON.createObjectNode(); // any value: use a record, or name a @Shape
  }

  private String component(Class<?> record) {
    String name = name(record);
    if (classes.getOrDefault(name, record) != record) {
      name += AMBIGUOUS + record.getName().replaceAll("[^A-Za-z]", "");
    }
    Class<?> before = classes.putIfAbsent(name, record);
    if (before == null) {
      ObjectNode schema = typed("object");
      components.put(name, schema);
      wording.ofSchema(name).ifPresent(words -> schema.put("description", words));
      schema.putObject("properties");
      fill(name, record, schema);
    }
    return name;
  }

  private static String name(Class<?> record) {
    Schema given = record.getAnnotation(Schema.class);
    return given != null && !given.name().isEmpty()
        ? given.name()
        : record.getSimpleName().replaceFirst("(?<=.)(?:Wire|Answer)$", "");
  }

  private void fill(String owner, Class<?> record, ObjectNode schema) {
    for (RecordComponent each : record.getRecordComponents()) {
      if (annotation(each, JsonUnwrapped.class).isPresent()) {
        fill(owner, each.getType(), schema);
        continue;
      }
      String name =
          annotation(each, JsonProperty.class)
              .map(JsonProperty::value)
              .filter(given -> !given.isEmpty())
              .orElse(each.getName());
      ObjectNode property =
          annotation(each, Shape.class)
              .map(shape -> reference(shape.value()))
              .orElseGet(() -> of(each.getGenericType()));
      describe(owner, name, each, property);
      ((ObjectNode) schema.path("properties")).set(name, property);
      if (isRequired(each)) {
        require(schema, name);
      }
    }
  }

  private void describe(String owner, String name, RecordComponent field, ObjectNode property) {
    ObjectNode values = property.path("items") instanceof ObjectNode items ? items : property;
    if (values.path("type").asString("").equals("string") && !values.has("format")) {
      KnownWords.find(owner, name).ifPresent(words -> words.forEach(values.putArray("enum")::add));
    }
    annotation(field, Schema.class)
        .map(Schema::description)
        .filter(words -> !words.isEmpty())
        .or(() -> wording.ofProperty(owner, name))
        .ifPresent(words -> property.put("description", words));
  }

  private static boolean isRequired(RecordComponent field) {
    boolean asked =
        annotation(field, Schema.class)
            .filter(schema -> schema.requiredMode() == Schema.RequiredMode.REQUIRED)
            .isPresent();
    return asked
        || (!field.getAnnotatedType().isAnnotationPresent(Nullable.class)
            && field.getType() != Optional.class);
  }

  private static void require(ObjectNode schema, String name) {
    ArrayNode required =
        schema.path("required") instanceof ArrayNode known ? known : schema.putArray("required");
    if (Arrays.stream(required.values().toArray(JsonNode[]::new))
        .noneMatch(known -> known.asString().equals(name))) {
      required.add(name);
    }
  }

  /// Finds an annotation of a record component. Annotations for fields and accessors are not on the
  /// component itself.
  private static <A extends java.lang.annotation.Annotation> Optional<A> annotation(
      RecordComponent component, Class<A> type) {
    try {
      A own = component.getAnnotation(type);
      return Optional.ofNullable(
          own != null
              ? own
              : component
                  .getDeclaringRecord()
                  .getDeclaredField(component.getName())
                  .getAnnotation(type));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode typed(String type) {
    return JSON.createObjectNode().put("type", type);
  }
}
