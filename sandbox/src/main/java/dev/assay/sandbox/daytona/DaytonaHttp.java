package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderHttp;
import dev.assay.sandbox.remote.ProviderHttp.Answer;
import dev.assay.sandbox.remote.ProviderHttp.Repeat;
import dev.assay.sandbox.remote.ProviderRefusal;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// Requests with the key, and errors by who refuses and with which code, then by their status.
final class DaytonaHttp {
  private static final String DAEMON = "DAYTONA_DAEMON";

  private final DaytonaSettings settings;
  private final ProviderHttp http;
  private final AtomicBoolean earlierUpload = new AtomicBoolean();

  DaytonaHttp(DaytonaSettings settings) {
    this.settings = settings;
    this.http = new ProviderHttp("Daytona", settings.api(), settings.timing(), settings.pause());
  }

  ProviderHttp http() {
    return http;
  }

  /// Whether this server is of the generation that takes files at `/files/upload` only.
  AtomicBoolean earlierUpload() {
    return earlierUpload;
  }

  URI address(String path) {
    return URI.create(settings.api().toString().replaceAll("/+$", "") + path);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  HttpRequest.Builder request(URI address) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + settings.key().reveal())
            .header("X-Daytona-Source", "assay");
    settings.organization().ifPresent(id -> request.header("X-Daytona-Organization-ID", id));
    return request;
  }

  JsonNode get(URI address) {
    return json(() -> request(address).GET(), Repeat.SAFE);
  }

  JsonNode post(URI address, JsonNode body, Repeat repeat) {
    return json(
        () -> request(address).header("Content-Type", "application/json").POST(Json.body(body)),
        repeat);
  }

  JsonNode post(URI address) {
    return json(() -> request(address).POST(BodyPublishers.noBody()), Repeat.SAFE);
  }

  JsonNode delete(URI address) {
    return json(() -> request(address).DELETE(), Repeat.SAFE);
  }

  private JsonNode json(Supplier<HttpRequest.Builder> request, Repeat repeat) {
    return read(http.ask(request, repeat));
  }

  static JsonNode read(Answer answer) {
    if (answer.status() / 100 != 2) {
      throw refusal(answer);
    }
    return Json.find(answer.body()).orElseGet(Json::object);
  }

  static ProviderRefusal refusal(Answer answer) {
    JsonNode body = Json.find(answer.body()).orElseGet(Json::object);
    String message = Json.text(body, "message");
    if (message.isEmpty() && body.path("message").isArray()) {
      message = body.path("message").toString();
    }
    return new ProviderRefusal(
        answer.status(),
        Json.text(body, "source"),
        Json.text(body, "code"),
        message.isEmpty() ? new String(answer.body(), StandardCharsets.UTF_8) : message);
  }

  /// The refusal as the callers of a sandbox expect it.
  static AssayException failure(ProviderRefusal refusal, String what) {
    if (refusal.source().equals(DAEMON)) {
      switch (refusal.code()) {
        case "FILE_NOT_FOUND" -> {
          return new AssayException(ErrorCode.SANDBOX_FILE_NOT_FOUND, words(refusal, what));
        }
        case "FILE_ACCESS_DENIED" -> {
          return new AssayException(ErrorCode.SANDBOX_FILE_REFUSED, words(refusal, what));
        }
        case "SESSION_ENDED", "PROCESS_NOT_FOUND" -> {
          return new SandboxFailure(ErrorCode.SANDBOX_FAILED, words(refusal, what), refusal);
        }
        default -> {}
      }
    }
    return switch (refusal.status()) {
      case 401, 403 ->
          new SandboxFailure(
              ErrorCode.SANDBOX_UNAVAILABLE,
              words(refusal, what)
                  + " Daytona does not accept the key: set assay.sandbox.daytona.key to one that may write and delete sandboxes and snapshots.",
              refusal);
      case 404, 410 -> new SandboxFailure(ErrorCode.SANDBOX_GONE, words(refusal, what), refusal);
      case 429 ->
          new SandboxFailure(
              ErrorCode.SANDBOX_UNAVAILABLE,
              words(refusal, what) + " Too many requests for this organisation: try again later.",
              refusal);
      case 400, 409, 422, 408 ->
          new SandboxFailure(ErrorCode.SANDBOX_FAILED, words(refusal, what), refusal);
      default -> new SandboxFailure(ErrorCode.SANDBOX_UNAVAILABLE, words(refusal, what), refusal);
    };
  }

  private static String words(ProviderRefusal refusal, String what) {
    return "Daytona refused to %s (%s).".formatted(what, refusal.words());
  }
}
