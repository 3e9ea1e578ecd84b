package dev.assay.testkit.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.testkit.model.RecordedTraffic.Exchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// A proxy between a client and a real model server that records the traffic, without keys. It can
/// also replay a recording without any server.
public final class ModelRecorder implements AutoCloseable {
  private static final String PATH = "/v1/chat/completions";
  private static final Pattern RANDOM = Pattern.compile("\\b[0-9a-f]{32}\\b");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private ModelRecorder(Handler handler) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.createContext(PATH, exchange -> answer(exchange, handler));
    server.setExecutor(threads);
    server.start();
  }

  private interface Handler {
    Exchange handle(String request, String authorization) throws IOException, InterruptedException;
  }

  /// Forwards everything to a server and appends it to a file.
  public static ModelRecorder recording(URI baseUrl, Path file) {
    HttpClient client = HttpClient.newHttpClient();
    return new ModelRecorder(
        (request, authorization) -> {
          HttpResponse<String> response =
              client.send(
                  HttpRequest.newBuilder(URI.create(baseUrl + "/chat/completions"))
                      .header("Authorization", authorization)
                      .header("Content-Type", "application/json")
                      .POST(BodyPublishers.ofString(request))
                      .build(),
                  BodyHandlers.ofString());
          Exchange exchange =
              new Exchange(
                  request,
                  response.statusCode(),
                  response.headers().firstValue("content-type").orElse(""),
                  response.body());
          List<String> secrets = List.of(authorization.replaceFirst("(?i)^bearer ", ""));
          RecordedTraffic.append(file, exchange, secrets);
          return exchange;
        });
  }

  /// Answers from a file, in order. A request that differs from the recorded one, apart from random
  /// words and ids, is refused with status 409 and the difference.
  public static ModelRecorder replaying(Path file) throws IOException {
    Iterator<Exchange> recorded = RecordedTraffic.read(file).iterator();
    return new ModelRecorder(
        (request, _) -> {
          synchronized (recorded) {
            if (!recorded.hasNext()) {
              return refusal(request, "the recording is over");
            }
            Exchange next = recorded.next();
            List<String> then = words(next.question());
            List<String> now = words(new Exchange(request, 0, "", "").question());
            return then.equals(now) ? next : refusal(request, difference(then, now));
          }
        });
  }

  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  private static Exchange refusal(String request, String why) {
    return new Exchange(
        request, 409, "application/json", Protocol.error("Not as recorded: " + why));
  }

  private static List<String> words(JsonNode question) {
    List<String> words = new ArrayList<>();
    question
        .path("messages")
        .forEach(
            message ->
                words.add(
                    message.path("role").asString("")
                        + ": "
                        + RANDOM.matcher(message.path("content").toString()).replaceAll("#")));
    question
        .path("tools")
        .forEach(tool -> words.add(tool.path("function").path("name").asString("")));
    return words;
  }

  private static String difference(List<String> then, List<String> now) {
    for (int i = 0; i < Math.min(then.size(), now.size()); i++) {
      if (!then.get(i).equals(now.get(i))) {
        return "then " + then.get(i) + ", now " + now.get(i);
      }
    }
    return then.size() + " messages and tools then, " + now.size() + " now";
  }

  private static void answer(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String authorization = exchange.getRequestHeaders().getFirst("Authorization");
      Exchange answer = handler.handle(request, authorization == null ? "" : authorization);
      byte[] body = answer.response().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
