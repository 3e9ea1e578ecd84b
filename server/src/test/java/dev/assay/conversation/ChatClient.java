package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.PublishedContract;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A program that talks with agents over real HTTP.
public record ChatClient(Api api) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /// An event as a program receives it.
  public record Heard(long id, String kind, JsonNode body) {}

  public String begin() {
    Api.Reply made = api.post("/api/conversations", Map.of());
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    return made.body().path("id").asString();
  }

  public Api.Reply upload(String conversation, String name, byte[] content) {
    String boundary = "----" + UUID.randomUUID();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name)
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(
        "\"\r\nContent-Type: application/octet-stream\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    body.writeBytes(content);
    body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return api.send(
        api.request("/api/uploads/" + conversation)
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.ofByteArray(body.toByteArray())));
  }

  /// Says something and receives everything until the end.
  public List<Heard> say(String conversation, String message) {
    return say(conversation, Map.of("message", message), _ -> false);
  }

  /// Goes away after the first event that is enough.
  public List<Heard> say(String conversation, Map<String, ?> body, Predicate<Heard> enough) {
    return hear(
        api.request("/api/conversations/" + conversation + "/chat")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))),
        enough);
  }

  public List<Heard> resume(String conversation, long after) {
    return hear(
        api.request("/api/conversations/" + conversation + "/events")
            .header("Last-Event-ID", Long.toString(after))
            .GET(),
        _ -> false);
  }

  public JsonNode messages(String conversation) {
    return api.get("/api/conversations/" + conversation + "/messages").body().path("messages");
  }

  public static String text(List<Heard> heard) {
    StringBuilder text = new StringBuilder();
    heard.stream()
        .filter(each -> each.kind().equals("text"))
        .forEach(each -> text.append(each.body().path("text").asString()));
    return text.toString();
  }

  public static String state(List<Heard> heard) {
    assertThat(heard.getLast().kind()).as(heard.toString()).isEqualTo("done");
    return heard.getLast().body().path("state").asString();
  }

  public static List<String> kinds(List<Heard> heard) {
    return heard.stream().map(Heard::kind).toList();
  }

  private static List<Heard> hear(HttpRequest.Builder request, Predicate<Heard> enough) {
    List<Heard> heard = new ArrayList<>();
    try {
      HttpResponse<InputStream> response = HTTP.send(request.build(), BodyHandlers.ofInputStream());
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        if (response.statusCode() != 200) {
          throw new AssertionError(
              response.statusCode() + ": " + String.join("\n", lines.lines().toList()));
        }
        long id = 0;
        String kind = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith("id:")) {
            id = Long.parseLong(line.substring(3).strip());
          } else if (line.startsWith("event:")) {
            kind = line.substring(6).strip();
          } else if (line.startsWith("data:")) {
            heard.add(new Heard(id, kind, JSON.readTree(line.substring(5))));
            PublishedContract.check(response.request(), id, kind, heard.getLast().body());
            if (enough.test(heard.getLast())) {
              return heard;
            }
          }
        }
      }
      return heard;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
