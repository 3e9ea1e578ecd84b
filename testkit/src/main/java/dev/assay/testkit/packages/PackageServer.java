package dev.assay.testkit.packages;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.assay.testkit.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// Serves files on loopback and records the requests. If a password is set, clients must send it.
public final class PackageServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Served> files = new ConcurrentHashMap<>();
  private final Map<String, HttpHandler> handlers = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final String scheme;
  private volatile @Nullable String authorization;

  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Served(String type, byte[] content) {}

  /// A client's request.
  public record Request(String method, String path, Headers headers) {}

  private PackageServer(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public static PackageServer start() {
    try {
      return new PackageServer(HttpServer.create(loopback(), 0), "http");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static PackageServer startSecure(SelfSigned certificate) {
    try {
      HttpsServer server = HttpsServer.create(loopback(), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
      return new PackageServer(server, "https");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InetSocketAddress loopback() throws IOException {
    return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public URI address(String path) {
    return URI.create(scheme + "://127.0.0.1:" + port() + path);
  }

  public PackageServer put(String path, String type, byte[] content) {
    files.put(path, new Served(type, content));
    return this;
  }

  public PackageServer put(String path, String type, String content) {
    return put(path, type, content.getBytes(StandardCharsets.UTF_8));
  }

  /// Sets another handler for a path.
  public PackageServer on(String path, HttpHandler handler) {
    handlers.put(path, handler);
    return this;
  }

  /// Requires this login and password of every client.
  public PackageServer requirePassword(String login, String password) {
    String pair = login + ":" + password;
    authorization =
        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  public PackageServer requireToken(String token) {
    authorization = "Bearer " + token;
    return this;
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    requests.add(new Request(exchange.getRequestMethod(), path, exchange.getRequestHeaders()));
    String wanted = authorization;
    String sent = exchange.getRequestHeaders().getFirst("Authorization");
    if (wanted != null && !wanted.equals(sent)) {
      answer(exchange, 401, "text/plain", "no".getBytes(StandardCharsets.UTF_8));
      return;
    }
    HttpHandler handler = handlers.get(path);
    if (handler != null) {
      handler.handle(exchange);
      return;
    }
    Optional<Served> file = Optional.ofNullable(files.get(path));
    if (file.isEmpty()) {
      answer(exchange, 404, "text/plain", "not here".getBytes(StandardCharsets.UTF_8));
    } else {
      answer(exchange, 200, file.get().type(), file.get().content());
    }
  }

  public static void answer(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  static String hash(String algorithm, byte[] content) {
    return HexFormat.of().formatHex(digest(algorithm, content));
  }

  static byte[] digest(String algorithm, byte[] content) {
    try {
      return MessageDigest.getInstance(algorithm).digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
