package dev.assay.testkit.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The common part of both providers' servers.
public abstract sealed class ProviderServer implements AutoCloseable
    permits DaytonaServer, E2bServer {
  static {
    // Small pieces go out at once; the JDK's server would hold each back for 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /// The key that is accepted.
  public static final String KEY = "e2b_0123456789abcdef0123456789abcdef01234567";

  final SandboxEngine engine;
  final SandboxImage image;
  final Map<String, HostedSandbox> sandboxes = new ConcurrentHashMap<>();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ApiDescription description;
  private final Faults faults = new Faults();
  private final List<String> requests = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

  ProviderServer(String provider, SandboxEngine engine, SandboxImage image) {
    this.engine = engine;
    this.image = image;
    this.description = ApiDescription.of(provider);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.createContext("/", this::receive);
    server.setExecutor(threads);
    server.start();
  }

  URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  public Faults faults() {
    return faults;
  }

  /// The requests so far, as `GET /path`, in order of arrival.
  public List<String> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /// Requests that the provider's description does not allow.
  public List<String> violations() {
    synchronized (requests) {
      return List.copyOf(violations);
    }
  }

  /// The number of living sandboxes.
  public int living() {
    return sandboxes.size();
  }

  /// Loses a sandbox, as if its machine had failed.
  public void lose(String id) {
    HostedSandbox lost = sandboxes.remove(id);
    if (lost != null) {
      lost.real.destroy();
    }
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      Call call = Call.of(exchange);
      synchronized (requests) {
        requests.add(call.method() + " " + call.path());
      }
      Optional<Faults.Fault> fault = faults.next(call);
      if (fault.isPresent() && fault.get() instanceof Faults.Fault.Refusal refusal) {
        refusal.headers().forEach(call::with);
        refuse(call, refusal.status(), "", refusal.message());
        return;
      }
      if (fault.isPresent()) {
        cut(exchange, call);
        return;
      }
      if (!accepts(call)) {
        refuse(call, 401, "", "The key is not valid.");
        return;
      }
      if (!description.knows(call) || !offers(call)) {
        refuseRoute(call);
        return;
      }
      Optional<String> problem =
          call.isJson() ? description.problem(call.json(), call) : Optional.empty();
      if (problem.isPresent()) {
        synchronized (requests) {
          violations.add(call.method() + " " + call.path() + " " + problem.get());
        }
        refuse(call, 400, "", problem.get());
        return;
      }
      try {
        handle(call);
      } catch (ApiError e) {
        refuse(call, e.status, e.code, String.valueOf(e.getMessage()));
      } catch (AssayException e) {
        refuse(call, 500, "", e.reason());
      }
    }
  }

  private void cut(HttpExchange exchange, Call call) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 1_000_000);
    exchange.getResponseBody().write(beginning(call));
    exchange.getResponseBody().flush();
  }

  /// The beginning of an answer that breaks off.
  byte[] beginning(Call call) {
    return "{\"result\":\"".getBytes(StandardCharsets.UTF_8);
  }

  /// Returns whether the request carries a valid key, or the credential of its part of the API.
  abstract boolean accepts(Call call);

  /// Returns whether a server of this generation has the route.
  abstract boolean offers(Call call);

  abstract void handle(Call call) throws IOException;

  abstract void refuse(Call call, int status, String code, String message) throws IOException;

  abstract void refuseRoute(Call call) throws IOException;

  /// Ends a request with an error.
  static final class ApiError extends RuntimeException {
    private final int status;
    private final String code;

    ApiError(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    sandboxes.values().forEach(one -> one.real.destroy());
    sandboxes.clear();
  }
}
