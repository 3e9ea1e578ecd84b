package dev.assay;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A program that calls the REST interface over real HTTP.
public record Api(URI url, Optional<String> token) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  public record Reply(HttpResponse<String> response, JsonNode body) {
    public int status() {
      return response.statusCode();
    }

    public String code() {
      return body.path("code").asString("");
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  public Api signIn(String username, String password) {
    Reply reply = post("/api/auth/login", Map.of("username", username, "password", password));
    if (reply.status() != 200) {
      throw new AssertionError("Cannot sign in: " + reply.body());
    }
    return as(reply.body().path("token").asString());
  }

  public Api as(String other) {
    return new Api(url, Optional.of(other));
  }

  public Reply get(String path) {
    return send(request(path).GET());
  }

  public Reply delete(String path) {
    return send(request(path).DELETE());
  }

  public Reply post(String path, Map<String, ?> body) {
    return send("POST", path, JSON.writeValueAsString(body));
  }

  public Reply patch(String path, Map<String, ?> body) {
    return send("PATCH", path, JSON.writeValueAsString(body));
  }

  public Reply send(String method, String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body)));
  }

  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request;
  }

  public Reply send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      PublishedContract.check(response);
      return new Reply(response, parse(response.body()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode parse(String text) {
    try {
      return text.isBlank() ? JSON.createObjectNode() : JSON.readTree(text);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }
}
