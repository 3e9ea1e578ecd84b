package dev.assay.web.description;

import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Writes the parameters of an operation: those in the path, the query and the headers, and the
/// body.
final class Parameters {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Schemas schemas;
  private final Wording wording;

  Parameters(Schemas schemas, Wording wording) {
    this.schemas = schemas;
    this.wording = wording;
  }

  void add(ObjectNode operation, HandlerMethod handler, String id) {
    for (MethodParameter each : handler.getMethodParameters()) {
      Parameter own = each.getParameter();
      Type type = own.getParameterizedType();
      switch (annotation(own)) {
        case PathVariable path ->
            add(operation, id, path.value(), "path", schemas.of(type)).put("required", true);
        case RequestParam query -> query(operation, id, own, query);
        case RequestHeader header ->
            add(operation, id, header.name(), "header", schemas.of(type))
                .put("required", header.required());
        case ModelAttribute _ -> {
          for (RecordComponent field : own.getType().getRecordComponents()) {
            add(operation, id, field.getName(), "query", schemas.of(field.getGenericType()));
          }
        }
        case RequestBody body ->
            body(operation, "application/json", schemas.of(type)).put("required", body.required());
        case RequestPart part -> {
          ObjectNode form = JSON.createObjectNode().put("type", "object");
          form.putObject("properties")
              .putObject(part.value())
              .put("type", "string")
              .put("format", "binary");
          form.putArray("required").add(part.value());
          body(operation, "multipart/form-data", form).put("required", true);
        }
        case null, default -> {}
      }
    }
  }

  private static @Nullable Annotation annotation(Parameter parameter) {
    for (Annotation each : parameter.getAnnotations()) {
      if (each instanceof PathVariable
          || each instanceof RequestParam
          || each instanceof RequestHeader
          || each instanceof ModelAttribute
          || each instanceof RequestBody
          || each instanceof RequestPart) {
        return each;
      }
    }
    return null;
  }

  private void query(ObjectNode operation, String id, Parameter own, RequestParam query) {
    String name = query.name().isEmpty() ? own.getName() : query.name();
    ObjectNode schema = schemas.of(own.getParameterizedType());
    boolean given = !query.defaultValue().equals(ValueConstants.DEFAULT_NONE);
    if (given && !query.defaultValue().isEmpty()) {
      schema.set("default", value(schema, query.defaultValue()));
    }
    add(operation, id, name, "query", schema)
        .put("required", query.required() && !given && own.getType() != Optional.class);
  }

  private static tools.jackson.databind.JsonNode value(ObjectNode schema, String text) {
    return schema.path("type").asString().equals("string")
        ? JSON.getNodeFactory().stringNode(text)
        : JSON.readTree(text);
  }

  private ObjectNode add(
      ObjectNode operation, String id, String name, String in, ObjectNode schema) {
    ObjectNode parameter = operation.withArray("parameters").addObject();
    parameter.put("name", name).put("in", in);
    KnownWords.find(id, name).ifPresent(words -> words.forEach(schema.putArray("enum")::add));
    wording.ofParameter(id, name).ifPresent(words -> parameter.put("description", words));
    parameter.set("schema", schema);
    return parameter;
  }

  private static ObjectNode body(ObjectNode operation, String media, ObjectNode schema) {
    ObjectNode body = operation.putObject("requestBody");
    body.putObject("content").putObject(media).set("schema", Objects.requireNonNull(schema));
    return body;
  }
}
