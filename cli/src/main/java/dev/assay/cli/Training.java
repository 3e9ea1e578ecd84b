package dev.assay.cli;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.start.AssayServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/// Uses a server like its first visitors and stops it. An ahead-of-time cache recorded from this
/// run holds the classes that they need.
final class Training {
  private static final List<String> VISITS =
      List.of("/actuator/health", "/sign-in", "/", "/api/tokens", "/api/openapi.json");

  private Training() {}

  static void use(AssayServer server) {
    try (server;
        HttpClient client = HttpClient.newHttpClient()) {
      for (String path : VISITS) {
        HttpResponse<String> answer =
            client.send(
                HttpRequest.newBuilder(server.url().resolve(path))
                    .header("Accept", "text/html, application/json")
                    .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() >= 500) {
          throw new AssayException(
              ErrorCode.SERVER_FAILED, path + " answered " + answer.statusCode());
        }
      }
    } catch (IOException e) {
      throw new AssayException(ErrorCode.SERVER_UNREACHABLE, "Training failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.SERVER_UNREACHABLE, "Training was interrupted.", e);
    }
  }
}
