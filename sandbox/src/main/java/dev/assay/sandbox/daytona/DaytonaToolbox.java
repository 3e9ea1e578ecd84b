package dev.assay.sandbox.daytona;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.Multipart;
import dev.assay.sandbox.remote.ProviderHttp.Answer;
import dev.assay.sandbox.remote.ProviderHttp.Repeat;
import dev.assay.sandbox.remote.ProviderRefusal;
import dev.assay.sandbox.remote.Spool;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The interface of one sandbox: commands and files.
final class DaytonaToolbox {
  /// How a command ended, output and error output in one text.
  record Executed(int code, String text) {}

  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int TOO_LONG = 408;

  /// The two generations of the toolbox differ in how they take a file.
  private static final String CURRENT = "/files/upload-v2";

  private static final String EARLIER = "/files/upload";

  private final DaytonaHttp http;
  private final URI base;

  DaytonaToolbox(DaytonaHttp http, URI base) {
    this.http = http;
    this.base = base;
  }

  private URI address(String path) {
    return URI.create(base + path);
  }

  /// Runs a line that the shell and the word splitter of older servers understand in the same way:
  /// words without quotes in them, or in double quotes.
  ///
  /// @param most ends it; whoever wants to know that it was the time limit sets one of his own
  Executed execute(String line, Duration most) {
    ObjectNode body = Json.object();
    body.put("command", line);
    body.put("timeout", (int) most.plusSeconds(1).toSeconds());
    try {
      Answer answer =
          http.http()
              .askPatiently(
                  () ->
                      http.request(address("/process/execute"))
                          .header("Content-Type", "application/json")
                          .timeout(most.plus(GRACE))
                          .POST(Json.body(body)),
                  Repeat.UNSAFE);
      JsonNode json = DaytonaHttp.read(answer);
      JsonNode code = json.has("exitCode") ? json.path("exitCode") : json.path("code");
      return new Executed(code.asInt(0), Json.text(json, "result"));
    } catch (ProviderRefusal e) {
      if (e.status() == TOO_LONG) {
        throw DaytonaHttp.failure(e, "go on with a command after " + most.toSeconds() + " s");
      }
      throw DaytonaHttp.failure(e, "run a command");
    }
  }

  /// Starts a session: a shell that takes commands one after the other.
  void openSession(String id) {
    refusable(
        "open a session",
        () ->
            http.post(
                address("/process/session"), Json.object().put("sessionId", id), Repeat.UNSAFE));
  }

  /// Gives a session a command without waiting for its end; the command's id.
  String runInSession(String id, String line) {
    JsonNode body = Json.object().put("command", line).put("runAsync", true);
    return Json.text(
        refusable(
            "run a command in a session",
            () -> http.post(session(id, "/exec"), body, Repeat.UNSAFE)),
        "cmdId");
  }

  void closeSession(String id) {
    refusable("close a session", () -> http.delete(session(id, "")));
  }

  private URI session(String id, String rest) {
    return address("/process/session/" + DaytonaHttp.encode(id) + rest);
  }

  /// Puts a file, in the way this server has.
  void upload(String path, Spool content) {
    boolean known = http.earlierUpload().get();
    try {
      upload(known ? EARLIER : CURRENT, path, content);
    } catch (ProviderRefusal e) {
      if (known || e.status() != 404 || !e.code().isEmpty()) {
        throw DaytonaHttp.failure(e, "take the file " + path);
      }
      refusable(
          "take the file " + path,
          () -> {
            upload(EARLIER, path, content);
            http.earlierUpload().set(true);
            return Json.object();
          });
    }
  }

  private void upload(String way, String path, Spool content) {
    Multipart form = Multipart.file("file", "file", content);
    Answer answer =
        http.http()
            .askPatiently(
                () ->
                    http.request(address(way + "?path=" + DaytonaHttp.encode(path)))
                        .header("Content-Type", form.type())
                        .timeout(Duration.ofMinutes(30))
                        .POST(form.body()),
                Repeat.SAFE);
    DaytonaHttp.read(answer);
  }

  /// A file as it comes; the caller closes it.
  InputStream download(String path) throws IOException {
    HttpResponse<InputStream> response =
        http.http()
            .open(
                http.request(address("/files/download?path=" + DaytonaHttp.encode(path)))
                    .timeout(Duration.ofMinutes(30))
                    .GET()
                    .build());
    if (response.statusCode() / 100 != 2) {
      try (InputStream body = response.body()) {
        throw DaytonaHttp.failure(
            DaytonaHttp.refusal(
                new Answer(response.statusCode(), response.headers(), body.readNBytes(1 << 16))),
            "send the file " + path);
      }
    }
    return response.body();
  }

  private static JsonNode refusable(String what, Supplier<JsonNode> request) {
    try {
      return request.get();
    } catch (ProviderRefusal e) {
      throw DaytonaHttp.failure(e, what);
    }
  }
}
