package dev.assay.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A real S3 server (S3Proxy over a folder) in a process of its own, with one bucket.
public final class ObjectStore implements AutoCloseable {
  public static final String BUCKET = "assay-tests";
  public static final String KEY = "test-key";
  public static final String SECRET = "secret-of-the-tests";

  private static final long PATIENCE_SECONDS = 90;

  private final Path folder;
  private final int port;
  private Process process;

  private ObjectStore(Path folder, int port) {
    this.folder = folder;
    this.port = port;
    this.process = launch();
  }

  /// @param folder the folder of the objects, made if it is missing
  public static ObjectStore start(Path folder) {
    try {
      Files.createDirectories(folder.resolve("objects").resolve(BUCKET));
      return new ObjectStore(folder.toAbsolutePath(), freePort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /// The settings of a server that uses it.
  public Map<String, String> environment() {
    return Map.of(
        "ASSAY_STORAGE_KIND", "s3",
        "ASSAY_STORAGE_S3_ENDPOINT", endpoint().toString(),
        "ASSAY_STORAGE_S3_BUCKET", BUCKET,
        "ASSAY_STORAGE_S3_KEY", KEY,
        "ASSAY_STORAGE_S3_SECRET", SECRET);
  }

  /// The folder of the objects, by key.
  public Path objects() {
    return folder.resolve("objects").resolve(BUCKET);
  }

  /// Ends it as a power cut would.
  public void kill() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Starts it again after [#kill].
  public void revive() {
    process = launch();
  }

  private Process launch() {
    try {
      Path settings = folder.resolve("s3proxy.properties");
      Files.writeString(
          settings,
          """
          s3proxy.authorization=aws-v4
          s3proxy.endpoint=%s
          s3proxy.identity=%s
          s3proxy.credential=%s
          jclouds.provider=filesystem-nio2
          jclouds.filesystem.basedir=%s
          jclouds.identity=unused
          jclouds.credential=unused
          """
              .formatted(endpoint(), KEY, SECRET, folder.resolve("objects")));
      Process started =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-Xmx256m",
                      "-XX:+UseSerialGC",
                      "-XX:TieredStopAtLevel=1",
                      "-cp",
                      libraries() + "/*",
                      "org.gaul.s3proxy.Main",
                      "--properties",
                      settings.toString()))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("s3proxy.log").toFile())
              .start();
      await(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns whether a build with tests collected its libraries.
  public static boolean isAvailable() {
    return findLibraries().isPresent();
  }

  private static Optional<Path> findLibraries() {
    return Stream.of("..", ".")
        .map(above -> Path.of(above, "testkit", "s3", "target", "lib").toAbsolutePath().normalize())
        .filter(Files::isDirectory)
        .findFirst();
  }

  private static Path libraries() {
    return findLibraries()
        .orElseThrow(() -> new IllegalStateException("Build the module testkit/s3 first."));
  }

  private void await(Process started) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return;
      } catch (IOException e) {
        pause(started);
      }
    }
    started.destroyForcibly();
    throw new IOException("The S3 server did not start.");
  }

  private void pause(Process started) throws IOException {
    try {
      if (started.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "The S3 server ended: " + Files.readString(folder.resolve("s3proxy.log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted.", e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
