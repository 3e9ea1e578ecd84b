package dev.assay.testkit.contract;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Checks answers against an OpenAPI document: every answer of a server must have a status, a
/// content type and a body that the document names. Unknown fields are errors too.
public final class ApiContract {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String NOWHERE = "NOT_FOUND";
  private static final String NOT_SO = "METHOD_NOT_ALLOWED";
  private static final Set<Integer> REFUSED_ANYWHERE = Set.of(400, 401, 403, 405, 413, 415, 429);

  private final ObjectNode document;
  private final PathTemplates paths;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

  public ApiContract(JsonNode published) {
    document = published.deepCopy().asObject();
    document.path("components").path("schemas").forEach(ApiContract::close);
    paths = new PathTemplates(document.path("paths").propertyNames());
  }

  /// An answer as received.
  ///
  /// @param type the content type, empty if there is none
  public record Answer(String method, String path, int status, String type, String body) {}

  /// The differences of an answer from the document; empty if it conforms.
  public List<String> problems(Answer answer) {
    Optional<String> template = paths.find(answer.path());
    JsonNode operation =
        template
            .map(known -> document.path("paths").path(known))
            .map(path -> path.path(answer.method().toLowerCase(Locale.ROOT)))
            .orElse(JSON.missingNode());
    if (operation.isMissingNode()) {
      return unknown(answer, template);
    }
    JsonNode response = resolved(operation.path("responses").path(answer.status() + ""));
    if (response.isMissingNode()) {
      return List.of("status " + answer.status() + " is not described: " + answer.body());
    }
    return body(answer, response.path("content"));
  }

  /// The differences of an event of a stream from the document.
  public List<String> problems(String method, String path, JsonNode event) {
    JsonNode schema =
        document
            .path("paths")
            .path(paths.find(path).orElse(""))
            .path(method.toLowerCase(Locale.ROOT))
            .path("responses")
            .path("200")
            .path("content")
            .path("text/event-stream")
            .path("schema");
    return schema.isMissingNode() ? List.of("no stream is described") : wrong(schema, event);
  }

  private List<String> unknown(Answer answer, Optional<String> template) {
    String code = parse(answer.body()).map(body -> body.path("code").asString("")).orElse("");
    boolean refused =
        (answer.status() == 405 && code.equals(NOT_SO))
            || (answer.status() == 404 && code.equals(NOWHERE) && template.isEmpty())
            || (REFUSED_ANYWHERE.contains(answer.status()) && template.isEmpty());
    return refused || answer.method().equals("HEAD") || answer.method().equals("OPTIONS")
        ? List.of()
        : List.of("the operation is not described; it answers " + answer.status());
  }

  private List<String> body(Answer answer, JsonNode content) {
    if (content.isEmpty()) {
      return answer.body().isEmpty() ? List.of() : List.of("no body is described");
    }
    String type = answer.type().replaceFirst(";.*", "").strip();
    JsonNode described = content.has(type) ? content.path(type) : content.path("*/*");
    if (described.isMissingNode()) {
      return List.of("the content type \"" + type + "\" is not described");
    }
    if (type.equals("text/event-stream")) {
      return events(answer.body(), described.path("schema"));
    }
    if (!type.endsWith("json")) {
      return List.of();
    }
    return parse(answer.body())
        .map(body -> wrong(described.path("schema"), body))
        .orElse(List.of("the body is not JSON"));
  }

  private List<String> events(String stream, JsonNode schema) {
    List<String> problems = new ArrayList<>();
    for (String block : stream.split("\\R\\R", -1)) {
      ObjectNode event = JSON.createObjectNode();
      block
          .lines()
          .filter(line -> line.matches("(?:id|event|data):.*"))
          .forEach(
              line -> {
                String name = line.substring(0, line.indexOf(':'));
                String text = line.substring(name.length() + 1).strip();
                event.set(name, name.equals("data") ? JSON.readTree(text) : JSON.valueToTree(text));
              });
      if (!event.isEmpty()) {
        problems.addAll(wrong(schema, event));
      }
    }
    return problems;
  }

  private List<String> wrong(JsonNode schema, JsonNode value) {
    List<String> problems = new ArrayList<>();
    schemas
        .computeIfAbsent(schema, this::compile)
        .validate(value)
        .forEach(each -> problems.add(each.getInstanceLocation() + ": " + each.getMessage()));
    return problems;
  }

  /// Compiles a schema together with the components that it refers to.
  private Schema compile(JsonNode schema) {
    ObjectNode whole = JSON.createObjectNode();
    whole.set("components", document.path("components"));
    whole.putArray("allOf").add(schema);
    return registry.getSchema(whole);
  }

  private JsonNode resolved(JsonNode response) {
    String reference = response.path("$ref").asString("");
    return reference.isEmpty() ? response : document.at(reference.substring(1));
  }

  /// Forbids unknown properties in objects that name their properties.
  private static void close(JsonNode schema) {
    if (schema instanceof ObjectNode object
        && object.has("properties")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    schema.path("properties").forEach(ApiContract::close);
    close(schema, "items");
    close(schema, "additionalProperties");
    schema.path("anyOf").forEach(ApiContract::close);
    schema.path("oneOf").forEach(ApiContract::close);
  }

  private static void close(JsonNode schema, String name) {
    if (schema.path(name).isObject()) {
      close(schema.path(name));
    }
  }

  private static Optional<JsonNode> parse(String text) {
    try {
      return Optional.of(JSON.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
