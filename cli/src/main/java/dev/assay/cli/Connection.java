package dev.assay.cli;

import dev.assay.AssayServer;
import dev.assay.ServeOptions;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A command's connection to a server: one that was named, the one that runs on this home, or else
/// a private one in this process, so that there is one way for all of them.
final class Connection implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final URI url;
  private final Optional<Secret> token;
  private final @Nullable AssayServer privateServer;
  private final HttpClient client;

  private Connection(
      URI url,
      Optional<Secret> token,
      Optional<String> certificate,
      @Nullable AssayServer privateServer) {
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10));
    certificate.map(PinnedCertificate::trusting).ifPresent(builder::sslContext);
    this.client = builder.build();
    this.url = url;
    this.token = token;
    this.privateServer = privateServer;
  }

  static Connection open(Optional<URI> named, Map<String, String> environment) {
    Optional<URI> remote =
        named.or(
            () ->
                Optional.ofNullable(environment.get("ASSAY_SERVER"))
                    .filter(text -> !text.isBlank())
                    .map(Connection::address));
    if (remote.isPresent()) {
      return new Connection(requireWeb(remote.get()), tokenIn(environment), Optional.empty(), null);
    }
    Home home = Home.locate(environment);
    Optional<ServerFile> running = ServerFile.find(home);
    if (running.isPresent()) {
      return toServerOf(running.get(), null);
    }
    return startPrivate(home, environment);
  }

  URI url() {
    return url;
  }

  JsonNode get(String path) {
    return send("GET", path, Map.of());
  }

  JsonNode send(String method, String path, Map<String, ?> body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(LIMIT)
            .header("Accept", "application/json");
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text.reveal()));
    if (body.isEmpty()) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }
    return read(exchange(request.build()));
  }

  @Override
  public void close() {
    if (privateServer != null) {
      privateServer.close();
    }
  }

  private static Connection startPrivate(Home home, Map<String, String> environment) {
    System.err.println("assay: no server runs on " + home.path() + "; starting a private one");
    AssayServer server =
        AssayServer.start(
            new ServeOptions(home, Path.of(""), Optional.empty(), Optional.of(0), environment));
    return toServerOf(ServerFile.find(home).orElseThrow(), server);
  }

  private static Connection toServerOf(ServerFile file, @Nullable AssayServer privateServer) {
    return new Connection(file.url(), Optional.of(file.token()), file.certificate(), privateServer);
  }

  private static Optional<Secret> tokenIn(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("ASSAY_TOKEN"))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(Secret::of);
  }

  private static URI address(String text) {
    try {
      return URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw notAnAddress(text);
    }
  }

  private static URI requireWeb(URI address) {
    if (address.getHost() == null || !String.valueOf(address.getScheme()).matches("https?")) {
      throw notAnAddress(address.toString());
    }
    return address;
  }

  private static AssayException notAnAddress(String text) {
    return new AssayException(
        ErrorCode.BAD_REQUEST,
        "\"" + text + "\" is not the address of a server; use http://HOST:PORT or https://HOST.");
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (SSLException e) {
      throw new AssayException(
          ErrorCode.SERVER_UNREACHABLE,
          "The server at " + url + " cannot be trusted: " + e.getMessage() + ".",
          e);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SERVER_UNREACHABLE,
          "No server answers at " + url + ". Start one with: assay serve",
          e);
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          url + " is not the address of a server; use http:// or https://",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.SERVER_UNREACHABLE, "Interrupted.", e);
    }
  }

  private JsonNode read(HttpResponse<String> response) {
    JsonNode body = parse(response.body());
    if (response.statusCode() < 300) {
      return body;
    }
    String message = body.path("message").asString("");
    throw new AssayException(
        response.statusCode() < 500 ? ErrorCode.REQUEST_REFUSED : ErrorCode.SERVER_FAILED,
        message.isEmpty()
            ? url + " answered " + response.statusCode() + "; is it an Assay server?"
            : message + hint(response.statusCode()),
        Map.of("status", response.statusCode(), "code", body.path("code").asString("")));
  }

  private String hint(int status) {
    return status == 401 && token.isEmpty() ? " Put a token into ASSAY_TOKEN." : "";
  }

  private static JsonNode parse(String text) {
    try {
      return text.isBlank() ? JSON.createObjectNode() : JSON.readTree(text);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }
}
