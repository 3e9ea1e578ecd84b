package dev.assay.web.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// The OpenAPI document as the page shows it.
public record DescriptionView(String version, String about, List<Group> groups, List<Type> types) {
  private static final String COMPONENTS = "#/components/schemas/";

  public record Group(String name, String about, List<Call> calls) {}

  public record Call(
      String method,
      String path,
      String id,
      String summary,
      String about,
      List<Field> parameters,
      Optional<Value> body,
      List<Reply> replies) {}

  public record Reply(String status, String about, List<Value> values) {}

  public record Type(String name, String about, List<Field> fields) {}

  public record Field(String name, String place, boolean required, Value value, String about) {}

  /// @param link the name of the type, or of the type of a list's items; empty for a plain type
  public record Value(String words, String link) {}

  static DescriptionView of(JsonNode document) {
    Map<String, List<Call>> calls = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        calls
            .computeIfAbsent(
                each.getValue().path("tags").path(0).asString(), _ -> new ArrayList<>())
            .add(call(each.getKey(), path.getKey(), each.getValue(), document));
      }
    }
    List<Group> groups = new ArrayList<>();
    for (JsonNode tag : document.path("tags")) {
      String name = tag.path("name").asString();
      groups.add(new Group(name, about(tag), calls.getOrDefault(name, List.of())));
    }
    List<Type> types =
        document.path("components").path("schemas").properties().stream()
            .map(each -> new Type(each.getKey(), about(each.getValue()), fields(each.getValue())))
            .toList();
    return new DescriptionView(
        document.path("info").path("version").asString(),
        about(document.path("info")),
        groups,
        types);
  }

  private static Call call(String method, String path, JsonNode operation, JsonNode document) {
    List<Field> parameters =
        operation
            .path("parameters")
            .valueStream()
            .map(
                each ->
                    new Field(
                        each.path("name").asString(),
                        each.path("in").asString(),
                        each.path("required").asBoolean(false),
                        value(each.path("schema")),
                        about(each)))
            .toList();
    List<Reply> replies =
        operation.path("responses").properties().stream()
            .map(each -> reply(each.getKey(), resolved(each.getValue(), document)))
            .toList();
    return new Call(
        method.toUpperCase(Locale.ROOT),
        path,
        operation.path("operationId").asString(),
        operation.path("summary").asString(""),
        about(operation),
        parameters,
        contents(operation.path("requestBody")).stream().findFirst(),
        replies);
  }

  private static Reply reply(String status, JsonNode response) {
    boolean error = status.charAt(0) >= '4';
    return new Reply(status, about(response), error ? List.of() : contents(response));
  }

  private static JsonNode resolved(JsonNode response, JsonNode document) {
    String reference = response.path("$ref").asString("");
    return reference.isEmpty() ? response : document.at(reference.substring(1));
  }

  private static List<Value> contents(JsonNode holder) {
    return holder.path("content").properties().stream()
        .map(
            each -> {
              Value value = value(each.getValue().path("schema"));
              return new Value(each.getKey() + ": " + value.words(), value.link());
            })
        .toList();
  }

  private static List<Field> fields(JsonNode schema) {
    List<String> required = schema.path("required").valueStream().map(JsonNode::asString).toList();
    return schema.path("properties").properties().stream()
        .map(
            each ->
                new Field(
                    each.getKey(),
                    "",
                    required.contains(each.getKey()),
                    value(each.getValue()),
                    about(each.getValue())))
        .toList();
  }

  private static Value value(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    if (!reference.isEmpty()) {
      String name = reference.substring(COMPONENTS.length());
      return new Value(name, name);
    }
    if (schema.has("items")) {
      Value item = value(schema.path("items"));
      return new Value("list of " + item.words(), item.link());
    }
    if (schema.has("enum")) {
      return new Value(
          String.join(
              ", ", schema.path("enum").valueStream().map(each -> each.asString()).toList()),
          "");
    }
    for (String choice : List.of("anyOf", "oneOf", "allOf")) {
      if (schema.has(choice)) {
        return value(schema.path(choice).path(0));
      }
    }
    String format = schema.path("format").asString("");
    JsonNode type = schema.path("type");
    String word = type.isArray() ? type.path(0).asString() : type.asString("any");
    return new Value(format.isEmpty() ? word : word + " (" + format + ")", "");
  }

  private static String about(JsonNode node) {
    return node.path("description").asString("");
  }
}
