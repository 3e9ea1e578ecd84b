package dev.assay.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// A nats-server installed on the machine, on loopback, with its streams on disk.
final class NatsProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Process process;
  private final int port;

  private NatsProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /// Starts the server; empty where none is installed.
  static Optional<NatsProcess> start(Path folder) throws IOException, InterruptedException {
    Optional<String> program =
        Stream.concat(
                Stream.of(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin", "/sbin"))
            .map(place -> Path.of(place, "nats-server"))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst();
    if (program.isEmpty()) {
      return Optional.empty();
    }
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process process =
        new ProcessBuilder(
                program.get(), "-js", "-sd", folder.toString(), "-a", "127.0.0.1", "-p", "" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolveSibling("nats.log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    NatsProcess nats = new NatsProcess(process, port);
    nats.await();
    return Optional.of(nats);
  }

  private void await() throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() > end) {
          close();
          throw new IOException("nats-server does not start", e);
        }
        Thread.sleep(20);
      }
    }
  }

  String url() {
    return "nats://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
