package dev.assay.cli.connection;

import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A command's connection to a server. It uses the named server, else the server that runs on this
/// home, else a private server.
public final class Connection implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration UPLOAD_LIMIT = Duration.ofMinutes(10);
  private static final Duration STREAM_LIMIT = Duration.ofHours(13);

  private static final int MOST_STARTS = 3;

  /// The action if no server is named and none runs on this home.
  public enum Absence {
    /// Starts a private server, which stays some minutes for the next command.
    START_PRIVATE,
    /// Starts a private server, which ends with this command.
    START_FOR_THIS_COMMAND,
    REFUSE
  }

  private final Optional<Home> home;
  private final Supplier<PrivateServer> starting;
  private @Nullable PrivateServer privateServer;
  private ServerTarget target;
  private int starts = 1;

  private Connection(ServerTarget target, Optional<Home> home) {
    this.target = target;
    this.home = home;
    this.starting =
        () -> {
          throw new IllegalStateException("not private");
        };
  }

  private Connection(Home home, Supplier<PrivateServer> starting) {
    this.home = Optional.of(home);
    this.starting = starting;
    this.privateServer = starting.get();
    this.target = ServerTarget.of(privateServer.file());
  }

  public static Connection open(
      Optional<URI> named, Map<String, String> environment, Absence absence) {
    Optional<URI> remote =
        named.or(
            () ->
                Optional.ofNullable(environment.get("ASSAY_SERVER"))
                    .filter(text -> !text.isBlank())
                    .map(Connection::address));
    if (remote.isPresent()) {
      return new Connection(
          new ServerTarget(requireWeb(remote.get()), tokenIn(environment), Optional.empty()),
          Optional.empty());
    }
    Home home = Home.locate(environment);
    Optional<ServerFile> running = ServerFile.find(home);
    if (running.isPresent() && (!running.get().isPrivate() || absence == Absence.REFUSE)) {
      return new Connection(ServerTarget.of(running.get()), Optional.of(home));
    }
    if (absence == Absence.REFUSE) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "No server runs on "
              + home.path()
              + ", and a private one would end with this command."
              + " Start one with: assay serve");
    }
    PrivateServer.Staying staying =
        absence == Absence.START_PRIVATE
            ? PrivateServer.Staying.SOME_MINUTES
            : PrivateServer.Staying.WITH_COMMAND;
    return new Connection(home, () -> PrivateServer.open(home, environment, staying));
  }

  public URI url() {
    return target.url();
  }

  /// Tests whether the server was started only for commands.
  public boolean isPrivate() {
    return privateServer != null && privateServer.file().isPrivate();
  }

  /// Finds the server again after a failure. A restarted server on this home has another address
  /// and token. A private server that ended is started again.
  public void lookAgain() {
    Optional<ServerFile> running = home.flatMap(ServerFile::find);
    if (running.isEmpty() && privateServer != null && starts < MOST_STARTS) {
      starts++;
      privateServer.close();
      privateServer = starting.get();
      running = Optional.of(privateServer.file());
    }
    running.ifPresent(file -> target = ServerTarget.of(file));
  }

  public JsonNode get(String path) {
    return send("GET", path, Map.of());
  }

  public JsonNode send(String method, String path, Map<String, ?> body) {
    return send(method, path, body, LIMIT);
  }

  /// @param limit the timeout of the request
  public JsonNode send(String method, String path, Map<String, ?> body, Duration limit) {
    HttpRequest.Builder request = request(path, "application/json").timeout(limit);
    if (body.isEmpty()) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }
    return target.read(request.build());
  }

  /// Sends JSON text unchanged and returns the answer unchanged.
  public String exchange(String path, String json, Map<String, String> headers, Duration limit) {
    HttpRequest.Builder request =
        request(path, "application/json, text/event-stream")
            .timeout(limit)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json));
    headers.forEach(request::header);
    return target.body(request.build());
  }

  /// Requests an answer of another media type than JSON.
  public String text(String path, String mediaType) {
    return target.body(request(path, mediaType).build());
  }

  /// Follows the events of a server as they happen, until it has sent all of them.
  ///
  /// @throws AssayException with `SERVER_UNREACHABLE` if the connection breaks, as in other
  ///   requests
  public void follow(
      String method,
      String path,
      Map<String, ?> body,
      Map<String, String> headers,
      EventListener listener) {
    HttpRequest.Builder request =
        request(path, "text/event-stream, application/json")
            .timeout(STREAM_LIMIT)
            .method(
                method,
                body.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(JSON.writeValueAsString(body)));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    headers.forEach(request::header);
    target.follow(request.build(), listener);
  }

  /// Receives server-sent events.
  @FunctionalInterface
  public interface EventListener {
    void receive(String id, String kind, String body);
  }

  /// Sends an archive as the part `file` of a form.
  public JsonNode upload(String path, Path file) throws FileNotFoundException {
    return upload(path, file, "upload.skill");
  }

  /// Sends a file as the part `file` of a form, under the given name.
  public JsonNode upload(String path, Path file, String name) throws FileNotFoundException {
    String boundary = "assay-" + UUID.randomUUID();
    BodyPublisher form =
        BodyPublishers.concat(
            BodyPublishers.ofString(
                "--"
                    + boundary
                    + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
                    + name.replaceAll("[\\p{Cntrl}\"\\\\]", "_")
                    + "\"\r\nContent-Type: application/octet-stream\r\n\r\n"),
            BodyPublishers.ofFile(file),
            BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
    return target.read(
        request(path, "application/json")
            .timeout(UPLOAD_LIMIT)
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(form)
            .build());
  }

  /// Downloads a file and checks its digest. If the digest differs, no file is kept.
  ///
  /// @param sha256 the expected digest, hexadecimal
  public void download(String path, Path file, String sha256) throws IOException {
    Path whole = file.toAbsolutePath();
    Path incoming = Files.createTempFile(whole.getParent(), ".assay-", ".part");
    try {
      MessageDigest digest = Digest.sha256();
      try (InputStream bytes = target.stream(request(path, "*/*").timeout(UPLOAD_LIMIT).build());
          OutputStream out = Files.newOutputStream(incoming)) {
        new DigestInputStream(bytes, digest).transferTo(out);
      }
      if (!Digest.finish(digest).hex().equals(sha256)) {
        throw new AssayException(
            ErrorCode.SERVER_FAILED, "What arrived is not what the server has. Try again.");
      }
      Files.move(incoming, whole, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(incoming);
    }
  }

  @Override
  public void close() {
    if (privateServer != null) {
      privateServer.close();
    }
  }

  private HttpRequest.Builder request(String path, String mediaType) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.url().resolve(path))
            .timeout(LIMIT)
            .header("Accept", mediaType);
    target.token().ifPresent(it -> request.header("Authorization", "Bearer " + it.reveal()));
    return request;
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
}
