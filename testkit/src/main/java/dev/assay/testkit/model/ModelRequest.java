package dev.assay.testkit.model;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A request of a client to a model server.
///
/// @param authorization the value of the header with the key, under its name in either protocol
/// @param address path and query
/// @param body the body as received
public record ModelRequest(String authorization, String address, String body, JsonNode json) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  static ModelRequest of(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    return new ModelRequest(
        header(exchange, "Authorization")
            + header(exchange, "x-api-key")
            + header(exchange, "api-key"),
        exchange.getRequestURI().toString(),
        body,
        MAPPER.readTree(body));
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  public boolean isStreamed() {
    return json.path("stream").asBoolean(false);
  }

  /// The text of all messages of a role.
  public List<String> texts(String role) {
    List<String> texts = new ArrayList<>();
    json.path("messages")
        .forEach(
            message -> {
              if (message.path("role").asString("").equals(role)) {
                texts.add(text(message.path("content")));
              }
            });
    return texts;
  }

  private static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.asString("");
    }
    StringBuilder all = new StringBuilder();
    content.forEach(part -> all.append(part.path("text").asString("")));
    return all.toString();
  }

  /// The names of the tools that the request offers.
  public List<String> tools() {
    List<String> names = new ArrayList<>();
    json.path("tools").forEach(tool -> names.add(tool.path("function").path("name").asString("")));
    return names;
  }
}
