package dev.assay.sandbox.remote;

import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON of providers: fields may be missing, and unknown ones may appear.
public final class Json {
  public static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  /// Parses a body; empty if it is not JSON, such as the error page of a proxy.
  public static Optional<JsonNode> find(byte[] body) {
    try {
      return Optional.of(MAPPER.readTree(body)).filter(node -> !node.isMissingNode());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ObjectNode object(Map<String, String> fields) {
    ObjectNode node = object();
    fields.forEach(node::put);
    return node;
  }

  /// A text field, or an empty text if it is missing.
  public static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isString() || value.isNumber() ? value.asString() : "";
  }

  public static Map<String, String> texts(JsonNode node) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : node.propertyNames()) {
      texts.put(name, text(node, name));
    }
    return texts;
  }

  public static HttpRequest.BodyPublisher body(JsonNode node) {
    return HttpRequest.BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(node));
  }
}
