package dev.assay.testkit.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A small Google Cloud Storage on loopback with one bucket: objects over the JSON API, tokens for
/// a service account, and the metadata server of a machine. Unknown requests are refused.
public final class GcsServer implements AutoCloseable {
  public static final String BUCKET = "assay-tests";
  static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final GcsObjects objects = new GcsObjects();
  private final GcsAccount account;
  private final List<Planned> faults = new ArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private GcsServer(HttpServer server) {
    this.server = server;
    this.account = new GcsAccount(URI.create(endpoint() + "/token"));
  }

  /// A fault in place of a proper answer.
  public sealed interface Fault {
    /// The request is refused without effect.
    record Refusal(int status, String message) implements Fault {}

    /// The answer breaks off in the middle.
    record Cut() implements Fault {}

    /// The request is carried out, and the answer is lost.
    record Lost() implements Fault {}

    /// The stored bytes differ from those sent.
    record Changed() implements Fault {}
  }

  private record Planned(String method, String part, Fault fault) {}

  private static final class Reply {
    private final int status;
    private final byte[] body;

    Reply(int status, byte[] body) {
      this.status = status;
      this.body = body;
    }

    static Reply of(JsonNode json) {
      return new Reply(200, JSON.writeValueAsBytes(json));
    }

    static Reply error(int status, String message) {
      ObjectNode error = JSON.createObjectNode();
      error.putObject("error").put("code", status).put("message", message);
      return new Reply(status, JSON.writeValueAsBytes(error));
    }
  }

  public static GcsServer start() {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      GcsServer server = new GcsServer(http);
      http.createContext("/", server::handle);
      http.setExecutor(server.threads);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public GcsObjects objects() {
    return objects;
  }

  public GcsAccount account() {
    return account;
  }

  /// The settings of a server that uses it.
  ///
  /// @param folder the folder for the file with the key
  public Map<String, String> environment(Path folder) {
    return Map.of(
        "ASSAY_STORAGE_KIND",
        "gcs",
        "ASSAY_STORAGE_GCS_ENDPOINT",
        endpoint().toString(),
        "ASSAY_STORAGE_GCS_BUCKET",
        BUCKET,
        "ASSAY_STORAGE_GCS_KEY_FILE",
        account.keyFile(folder).toString());
  }

  /// Makes the next `times` requests with that method, whose address contains the text, fail.
  public synchronized void plan(int times, String method, String part, Fault fault) {
    for (int time = 0; time < times; time++) {
      faults.add(new Planned(method, part, fault));
    }
  }

  private synchronized Optional<Fault> next(String method, String address) {
    for (Iterator<Planned> all = faults.iterator(); all.hasNext(); ) {
      Planned one = all.next();
      if (one.method().equals(method) && address.contains(one.part())) {
        all.remove();
        return Optional.of(one.fault());
      }
    }
    return Optional.empty();
  }

  /// The methods and addresses of the requests, in order.
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String address = exchange.getRequestURI().toString();
    requests.add(method + " " + address);
    byte[] body = exchange.getRequestBody().readAllBytes();
    Optional<Fault> fault = next(method, address);
    Reply reply =
        fault
            .filter(Fault.Refusal.class::isInstance)
            .map(Fault.Refusal.class::cast)
            .map(refusal -> Reply.error(refusal.status(), refusal.message()))
            .orElseGet(() -> answer(exchange, body, fault));
    if (fault.filter(Fault.Lost.class::isInstance).isPresent()) {
      throw new IOException("closes the connection");
    }
    int length = reply.body.length;
    exchange.sendResponseHeaders(reply.status, length == 0 ? -1 : length);
    if (length > 0) {
      OutputStream out = exchange.getResponseBody();
      if (fault.filter(Fault.Cut.class::isInstance).isPresent()) {
        out.write(reply.body, 0, length / 2);
        out.flush();
        throw new IOException("closes the connection");
      }
      out.write(reply.body);
    }
    exchange.close();
  }

  private Reply answer(HttpExchange exchange, byte[] body, Optional<Fault> fault) {
    String path = exchange.getRequestURI().getRawPath();
    if (path.equals("/token")) {
      return account
          .exchange(new String(body, StandardCharsets.UTF_8))
          .map(Reply::of)
          .orElseGet(
              () ->
                  new Reply(
                      400,
                      "{\"error\": \"invalid_grant\", \"error_description\": \"Invalid JWT Signature.\"}"
                          .getBytes(StandardCharsets.UTF_8)));
    }
    if (path.equals("/computeMetadata/v1/instance/service-accounts/default/token")) {
      return "Google".equals(exchange.getRequestHeaders().getFirst("Metadata-Flavor"))
          ? Reply.of(account.token())
          : Reply.error(403, "Missing Metadata-Flavor:Google header.");
    }
    if (!account.knows(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return Reply.error(401, "Invalid Credentials");
    }
    return storage(exchange, path, body, fault);
  }

  private Reply storage(HttpExchange exchange, String path, byte[] body, Optional<Fault> fault) {
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    String method = exchange.getRequestMethod();
    String[] parts = path.split("/", -1);
    boolean upload = path.startsWith("/upload/storage/v1/b/") && parts.length == 7;
    boolean known = upload || (path.startsWith("/storage/v1/b/") && parts.length <= 7);
    if (!known) {
      return Reply.error(501, "The test knows nothing of " + method + " " + path);
    }
    if (!parts[upload ? 5 : 4].equals(BUCKET)) {
      return Reply.error(404, "The specified bucket does not exist.");
    }
    if (upload && method.equals("POST") && "multipart".equals(query.get("uploadType"))) {
      String type = exchange.getRequestHeaders().getFirst("Content-Type");
      byte[] stored = fault.filter(Fault.Changed.class::isInstance).isPresent() ? flip(body) : body;
      return result(objects.upload(type, stored, body, query.get("ifGenerationMatch")));
    }
    if (parts.length == 6 && method.equals("GET")) {
      return Reply.of(objects.list(query.getOrDefault("prefix", "")));
    }
    if (parts.length == 7 && !upload) {
      String name = decoded(parts[6]);
      return switch (method) {
        case "GET" -> found(name, query);
        case "DELETE" -> objects.delete(name) ? new Reply(204, new byte[0]) : missing(name);
        default -> Reply.error(405, "Method not allowed");
      };
    }
    return Reply.error(501, "The test knows nothing of " + method + " " + path);
  }

  private Reply found(String name, Map<String, String> query) {
    boolean media = "media".equals(query.get("alt"));
    return (media
            ? objects.media(name, query.get("generation")).map(bytes -> new Reply(200, bytes))
            : objects.resource(name).map(Reply::of))
        .orElseGet(() -> missing(name));
  }

  private static Reply missing(String name) {
    return Reply.error(404, "No such object: " + BUCKET + "/" + name);
  }

  private static Reply result(GcsObjects.Outcome outcome) {
    return outcome.status() == 200
        ? Reply.of(outcome.json())
        : Reply.error(outcome.status(), outcome.json().path("message").asString(""));
  }

  /// Changes the last byte of the content.
  private static byte[] flip(byte[] body) {
    byte[] changed = body.clone();
    String text = new String(body, StandardCharsets.ISO_8859_1);
    changed[text.lastIndexOf("\r\n--") - 1] ^= 1;
    return changed;
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> all = new HashMap<>();
    for (String pair : String.valueOf(raw).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        all.put(pair.substring(0, equals), decoded(pair.substring(equals + 1)));
      }
    }
    return all;
  }

  private static String decoded(String text) {
    return java.net.URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
