package dev.assay.toolbus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A real nats-server on loopback, with its streams in a folder below `target`.
public final class NatsServer implements AutoCloseable {
  private final String program;
  private final int port;
  private final Path folder = Path.of("target", "nats", UUID.randomUUID().toString());
  private Process process;

  private NatsServer(String program) throws IOException {
    this.program = program;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.createDirectories(folder);
    process = launch();
  }

  public static NatsServer start() {
    Optional<String> program = find();
    assumeTrue(program.isPresent(), "no nats-server here; on Debian: apt-get install nats-server");
    try {
      return new NatsServer(program.get());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> find() {
    return Stream.concat(
            Stream.of(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin", "/sbin"))
        .map(folder -> Path.of(folder, "nats-server"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private Process launch() throws IOException {
    Process started =
        new ProcessBuilder(
                program, "-js", "-sd", folder.toString(), "-a", "127.0.0.1", "-p", "" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    Options options =
        Options.builder()
            .server(url())
            .connectionTimeout(Duration.ofMillis(200))
            .maxReconnects(100)
            .reconnectWait(Duration.ofMillis(50))
            .build();
    try {
      Nats.connectReconnectOnConnect(options).close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return started;
  }

  public String url() {
    return "nats://127.0.0.1:" + port;
  }

  public NatsSettings settings() {
    return new NatsSettings(List.of(url()), Optional.empty(), Optional.empty());
  }

  /// Kills it and starts it again on the same streams.
  public void restart() throws IOException, InterruptedException {
    close();
    process = launch();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
