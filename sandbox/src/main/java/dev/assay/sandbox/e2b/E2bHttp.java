package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderHttp;
import dev.assay.sandbox.remote.ProviderHttp.Answer;
import dev.assay.sandbox.remote.ProviderHttp.Repeat;
import dev.assay.sandbox.remote.ProviderRefusal;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Requests to the control plane with the key, and what E2B's errors mean.
final class E2bHttp {
  private final E2bSettings settings;
  private final ProviderHttp http;

  E2bHttp(E2bSettings settings) {
    this.settings = settings;
    this.http = new ProviderHttp("E2B", settings.api(), settings.timing(), settings.pause());
  }

  ProviderHttp http() {
    return http;
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create(settings.api().toString().replaceAll("/+$", "") + path))
        .header("X-API-Key", settings.key().reveal());
  }

  Answer get(String path) {
    return http.ask(() -> request(path).GET(), Repeat.SAFE);
  }

  Answer delete(String path) {
    return http.ask(() -> request(path).DELETE(), Repeat.SAFE);
  }

  Answer post(String path, JsonNode body, Repeat repeat) {
    return http.ask(
        () -> request(path).header("Content-Type", "application/json").POST(Json.body(body)),
        repeat);
  }

  /// The answer's JSON if its status is one of these.
  static JsonNode require(Answer answer, String what, Integer... statuses) {
    if (!Set.of(statuses).contains(answer.status())) {
      throw failure(refusal(answer), what);
    }
    return Json.find(answer.body()).orElseGet(Json::object);
  }

  static ProviderRefusal refusal(Answer answer) {
    JsonNode body = Json.find(answer.body()).orElseGet(Json::object);
    String message = Json.text(body, "message");
    return new ProviderRefusal(
        answer.status(),
        "",
        body.path("error_code").isString() ? Json.text(body, "error_code") : "",
        message.isEmpty() ? new String(answer.body(), StandardCharsets.UTF_8) : message);
  }

  /// The refusal as the callers of a sandbox expect it.
  static AssayException failure(ProviderRefusal refusal, String what) {
    String words = "E2B refused to %s (%s).".formatted(what, refusal.words());
    return switch (refusal.status()) {
      case 401, 403 ->
          new SandboxFailure(
              ErrorCode.SANDBOX_UNAVAILABLE,
              words + " E2B does not accept the key: set assay.sandbox.e2b.key to a valid one.",
              refusal);
      case 404, 410, 502 -> new SandboxFailure(ErrorCode.SANDBOX_GONE, words, refusal);
      case 429 ->
          new SandboxFailure(
              ErrorCode.SANDBOX_UNAVAILABLE,
              words + " Too many requests or sandboxes for this team: try again later.",
              refusal);
      case 400, 409, 507 -> new SandboxFailure(ErrorCode.SANDBOX_FAILED, words, refusal);
      default -> new SandboxFailure(ErrorCode.SANDBOX_UNAVAILABLE, words, refusal);
    };
  }
}
