package dev.assay.home;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// `server.json`, with which the command line finds the server that runs on a home. It holds the
/// local token, so only the owner can read it.
///
/// @param processStart the start of the process, if the system reports it
/// @param certificate the SHA-256 of its certificate, if it uses TLS
/// @param startedWith the settings of a private server, which a command started for itself and the
///   next ones
public record ServerFile(
    URI url,
    long pid,
    Optional<String> processStart,
    Instant startedAt,
    String version,
    Secret token,
    Optional<String> certificate,
    Optional<StartedWith> startedWith) {

  record Content(
      String url,
      int port,
      long pid,
      @JsonProperty("process_start") @Nullable String processStart,
      @JsonProperty("started_at") String startedAt,
      String version,
      String token,
      @Nullable String certificate,
      @JsonProperty("private") @Nullable StartedWith startedWith) {}

  /// The file for the server in this process.
  public static ServerFile ofThisProcess(
      URI url,
      Instant startedAt,
      String version,
      Secret token,
      Optional<String> certificate,
      Optional<StartedWith> startedWith) {
    long pid = ProcessHandle.current().pid();
    return new ServerFile(
        url, pid, ProcessStart.of(pid), startedAt, version, token, certificate, startedWith);
  }

  /// The server that runs on this home now. A file left by a dead one does not count.
  public static Optional<ServerFile> find(Home home) {
    Path file = home.serverFile();
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try {
      Content content =
          JsonMapper.builder().build().readValue(Files.readString(file), Content.class);
      return Optional.of(
              new ServerFile(
                  URI.create(content.url()),
                  content.pid(),
                  Optional.ofNullable(content.processStart()),
                  Instant.parse(content.startedAt()),
                  content.version(),
                  Secret.of(content.token()),
                  Optional.ofNullable(content.certificate()),
                  Optional.ofNullable(content.startedWith())))
          .filter(ServerFile::isAlive);
    } catch (IOException | JacksonException | IllegalArgumentException | NullPointerException e) {
      return Optional.empty();
    }
  }

  /// Says whether a command started it for itself and the next ones.
  public boolean isPrivate() {
    return startedWith.isPresent();
  }

  /// The process of the server; empty if it has ended.
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid).filter(process -> isAlive());
  }

  /// Says whether the server's process runs. Another process may have the process id of a dead
  /// server.
  private boolean isAlive() {
    Optional<String> start = ProcessStart.of(pid);
    if (processStart.isPresent() && start.isPresent()) {
      return start.equals(processStart);
    }
    return ProcessHandle.of(pid)
        .filter(process -> process.info().startInstant().map(this::isBefore).orElse(true))
        .isPresent();
  }

  private boolean isBefore(Instant processBegin) {
    return processBegin.isBefore(startedAt.plusSeconds(2));
  }

  public void write(Home home) {
    Content content =
        new Content(
            url.toString(),
            url.getPort(),
            pid,
            processStart.orElse(null),
            startedAt.toString(),
            version,
            token.reveal(),
            certificate.orElse(null),
            startedWith.orElse(null));
    try {
      PrivateFiles.write(
          home.serverFile(),
          JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(content)
              + "\n");
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.HOME_UNUSABLE, "Cannot write " + home.serverFile() + ".", e);
    }
  }

  public static void remove(Home home) {
    try {
      Files.deleteIfExists(home.serverFile());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.HOME_UNUSABLE, "Cannot remove " + home.serverFile() + ".", e);
    }
  }
}
