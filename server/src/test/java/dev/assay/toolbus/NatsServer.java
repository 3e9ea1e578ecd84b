package dev.assay.toolbus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.testkit.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A real nats-server on loopback, with its streams in a folder below `target`.
public final class NatsServer implements AutoCloseable {
  private final String program;
  private final int port;
  private final Path folder = Path.of("target", "nats", UUID.randomUUID().toString());
  private final List<String> options;
  private Process process;

  private NatsServer(String program, List<String> options) throws IOException {
    this.program = program;
    this.options = options;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.createDirectories(folder);
    process = launch();
  }

  /// @param options more of its own
  public static NatsServer start(String... options) {
    Optional<String> program = find();
    assumeTrue(program.isPresent(), "no nats-server here; on Debian: apt-get install nats-server");
    try {
      return new NatsServer(program.get(), List.of(options));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// One that speaks TLS only.
  public static NatsServer startSecure(SelfSigned certificate) {
    return start(
        "--tls",
        "--tlscert",
        certificate.certificateFile().toString(),
        "--tlskey",
        certificate.keyFile().toString());
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
                Stream.concat(
                        Stream.of(
                            program,
                            "-js",
                            "-sd",
                            folder.toString(),
                            "-a",
                            "127.0.0.1",
                            "-p",
                            "" + port),
                        options.stream())
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    awaitPort(started);
    return started;
  }

  private void awaitPort(Process started) throws IOException {
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        return;
      } catch (IOException e) {
        if (!started.isAlive()) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
  }

  public String url() {
    return "nats://127.0.0.1:" + port;
  }

  public String secureUrl() {
    return "tls://127.0.0.1:" + port;
  }

  public NatsSettings settings() {
    return new NatsSettings(List.of(url()), Optional.empty(), Optional.empty(), Optional.empty());
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
