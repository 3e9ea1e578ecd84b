package dev.assay;

import dev.assay.testkit.contract.ApiContract;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Checks that every answer in a test matches the server's own description. The description is the
/// same for all servers of a process and is requested once.
public final class PublishedContract {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static @Nullable ApiContract known;

  private PublishedContract() {}

  public static void check(HttpResponse<String> response) {
    HttpRequest request = response.request();
    String path = request.uri().getPath();
    if (!isDescribed(path)) {
      return;
    }
    require(
        request,
        of(request.uri())
            .problems(
                new ApiContract.Answer(
                    request.method(),
                    path,
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body())));
  }

  public static void check(HttpRequest request, long id, String kind, JsonNode data) {
    ObjectNode event =
        JSON.createObjectNode().put("id", Long.toString(id)).put("event", kind).set("data", data);
    require(request, of(request.uri()).problems(request.method(), request.uri().getPath(), event));
  }

  private static boolean isDescribed(String path) {
    return path.startsWith("/api/") || path.startsWith("/.well-known/");
  }

  private static void require(HttpRequest request, List<String> problems) {
    if (!problems.isEmpty()) {
      throw new AssertionError(
          "%s %s is not answered as /api/openapi.json says: %s"
              .formatted(request.method(), request.uri(), String.join("; ", problems)));
    }
  }

  private static synchronized ApiContract of(URI server) {
    ApiContract contract = known;
    if (contract == null) {
      try (HttpClient client = HttpClient.newHttpClient()) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/api/openapi.json")).build();
        contract =
            new ApiContract(JSON.readTree(client.send(request, BodyHandlers.ofString()).body()));
        known = contract;
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return contract;
  }
}
