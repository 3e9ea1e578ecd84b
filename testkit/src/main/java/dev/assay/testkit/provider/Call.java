package dev.assay.testkit.provider;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A request and its answer.
final class Call {
  static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final HttpExchange exchange;
  private final byte[] body;

  private Call(HttpExchange exchange, byte[] body) {
    this.exchange = exchange;
    this.body = body;
  }

  static Call of(HttpExchange exchange) throws IOException {
    return new Call(exchange, exchange.getRequestBody().readAllBytes());
  }

  String method() {
    return exchange.getRequestMethod();
  }

  String path() {
    return exchange.getRequestURI().getPath();
  }

  /// The parts of the path, decoded.
  List<String> parts() {
    return List.of(exchange.getRequestURI().getRawPath().substring(1).split("/", -1)).stream()
        .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
        .toList();
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  Map<String, String> query() {
    Map<String, String> values = new LinkedHashMap<>();
    String raw = exchange.getRequestURI().getRawQuery();
    for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      values.put(decode(parts[0]), parts.length < 2 ? "" : decode(parts[1]));
    }
    return values;
  }

  static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  byte[] body() {
    return body;
  }

  JsonNode json() {
    return body.length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(body);
  }

  boolean isJson() {
    return header("Content-Type").filter(type -> type.startsWith("application/json")).isPresent();
  }

  void answer(int status, JsonNode json) throws IOException {
    answer(status, "application/json", MAPPER.writeValueAsBytes(json));
  }

  void answer(int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
  }

  void answer(int status, String type, byte[] bytes) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  Call with(String header, String value) {
    exchange.getResponseHeaders().set(header, value);
    return this;
  }

  /// Begins an answer of unknown length.
  OutputStream stream(String type) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }
}
