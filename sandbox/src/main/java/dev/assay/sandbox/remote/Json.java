package dev.assay.sandbox.remote;

import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON as providers send it: fields may be missing, new ones may come.
public final class Json {
  public static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  /// Empty if it is not JSON at all, as the error pages of proxies are not.
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

  /// A text, or an empty one if it is not there.
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
