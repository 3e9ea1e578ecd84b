package dev.assay.testkit.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A model server that follows a script, over real HTTP on loopback, in the protocols of OpenAI and
/// of Anthropic.
///
/// A request that the protocol does not allow is refused, with a status that no client takes for a
/// missing feature of the server ([RequestRules]). A script is a list of scenes with `---` between
/// them. Each request gets the first scene that was not used yet and whose conditions hold. The
/// lines of a scene:
///
/// ```
/// if: TEXT            only for requests that contain the text (several: all of them)
/// always              can be used again and again
/// delay: 2000         milliseconds before the answer
/// say: TEXT           the answer's text, one line each
/// call: TOOL {JSON}   a tool call; several are parallel calls
/// usage: 120 30 100   tokens read and written, and those of the first that came from a cache
/// finish: length      the reason to stop, if not the usual one
/// status: 429         refuses; the text becomes the message of the error
/// header: Retry-After: 2
/// cut                 breaks the connection in the middle of the answer
/// silent              begins the answer and never goes on
/// garbage             answers with something else
/// ```
public final class ScriptedModelServer implements AutoCloseable {
  static {
    // Small pieces go out at once; the JDK's server would hold each back for 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Scene> scenes = new ArrayList<>();
  private final List<ModelRequest> requests = new ArrayList<>();

  private final Function<ModelRequest, Optional<Scene>> unscripted;

  private ScriptedModelServer(
      HttpServer server, Function<ModelRequest, Optional<Scene>> unscripted) {
    this.server = server;
    this.unscripted = unscripted;
  }

  public static ScriptedModelServer playing(String script) {
    return playing(script, _ -> Optional.empty());
  }

  /// @param unscripted the source of answers where the script has no scene
  static ScriptedModelServer playing(
      String script, Function<ModelRequest, Optional<Scene>> unscripted) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ScriptedModelServer scripted = new ScriptedModelServer(http, unscripted);
      scripted.add(script);
      http.createContext("/v1/chat/completions", scripted::answer);
      http.createContext("/v1/messages", scripted::answer);
      http.setExecutor(scripted.threads);
      http.start();
      return scripted;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Adds scenes to the end of the script.
  public synchronized void add(String script) {
    Arrays.stream(script.split("(?m)^\\s*---\\s*$", -1))
        .filter(block -> !block.isBlank())
        .map(Scene::read)
        .forEach(scenes::add);
  }

  /// Adds a recorded answer to the end of the script.
  public synchronized void add(Recording recording) {
    scenes.add(Scene.of(recording));
  }

  /// The value for `assay.model.base-url`.
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  /// The requests so far, in order of arrival.
  public synchronized List<ModelRequest> requests() {
    return List.copyOf(requests);
  }

  /// The number of unused scenes, without those that can be repeated.
  public synchronized long unused() {
    return scenes.stream().filter(scene -> !scene.repeated()).count();
  }

  private synchronized Optional<Scene> next(ModelRequest request) {
    requests.add(request);
    Optional<Scene> found = scenes.stream().filter(scene -> scene.fits(request.body())).findFirst();
    found.filter(scene -> !scene.repeated()).ifPresent(scenes::remove);
    return found;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ModelRequest request = ModelRequest.of(exchange);
      Optional<String> problem = RequestRules.problem(request);
      if (problem.isPresent()) {
        refuse(exchange, 417, "Not a request of this protocol: " + problem.get());
        return;
      }
      Optional<Scene> scene = next(request).or(() -> unscripted.apply(request));
      if (scene.isEmpty()) {
        refuse(exchange, 500, "The script has no scene for this request.");
        return;
      }
      play(exchange, request, scene.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void play(HttpExchange exchange, ModelRequest request, Scene scene)
      throws IOException, InterruptedException {
    Thread.sleep(scene.delay());
    scene
        .headers()
        .forEach(
            header -> {
              String[] parts = header.split(": *", 2);
              exchange.getResponseHeaders().set(parts[0], parts[1]);
            });
    switch (scene.act()) {
      case Scene.Act.Speak _ -> speak(exchange, request, scene);
      case Scene.Act.Refuse refuse -> refuse(exchange, refuse.status(), scene.text());
      case Scene.Act.FallSilent _ -> {
        cut(exchange, request, scene);
        new CountDownLatch(1).await(); // until the server is closed
      }
      case Scene.Act.Cut _ -> cut(exchange, request, scene);
      case Scene.Act.Play play ->
          send(
              exchange,
              play.recording().status(),
              play.recording().type(),
              play.recording().body());
      case Scene.Act.Babble _ -> send(exchange, 200, "text/html", "<html>It works!</html>");
    }
  }

  private static void speak(HttpExchange exchange, ModelRequest request, Scene scene)
      throws IOException {
    if (!request.isStreamed()) {
      send(exchange, 200, "application/json", Protocol.whole(scene));
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      for (String event : events(exchange, scene)) {
        out.write(event.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
  }

  private static void cut(HttpExchange exchange, ModelRequest request, Scene scene)
      throws IOException {
    List<String> events = events(exchange, scene);
    exchange
        .getResponseHeaders()
        .set("Content-Type", request.isStreamed() ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, 1_000_000);
    OutputStream out = exchange.getResponseBody();
    out.write(events.getFirst().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void refuse(HttpExchange exchange, int status, String message) throws IOException {
    send(
        exchange,
        status,
        "application/json",
        isClaude(exchange) ? ClaudeProtocol.error(status, message) : Protocol.error(message));
  }

  private static List<String> events(HttpExchange exchange, Scene scene) {
    return isClaude(exchange) ? ClaudeProtocol.events(scene) : Protocol.events(scene);
  }

  private static boolean isClaude(HttpExchange exchange) {
    return exchange.getRequestURI().getPath().endsWith("/messages");
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
