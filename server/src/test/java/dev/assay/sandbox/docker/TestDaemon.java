package dev.assay.sandbox.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;

/// A Docker daemon of the tests' own, with its own socket and storage, which knows no registry and
/// touches nobody's network.
public final class TestDaemon implements AutoCloseable {
  private static final List<String> DRIVERS = List.of("overlay2", "vfs");

  private final Path folder;
  private final Process process;

  private TestDaemon(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
  }

  /// @throws TestAbortedException with one clear line where none can run
  public static TestDaemon start() throws IOException {
    Path program = Path.of("/usr/sbin/dockerd");
    if (!Files.isExecutable(program)) {
      throw skipped("dockerd is not installed (apt-get install docker.io)");
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      throw skipped("a daemon needs root");
    }
    String said = "";
    for (String driver : DRIVERS) {
      Path folder = Files.createTempDirectory("dk");
      TestDaemon daemon = new TestDaemon(folder, begin(program, folder, driver));
      if (daemon.answers()) {
        return daemon;
      }
      said = lastLine(folder.resolve("log"));
      daemon.close();
    }
    throw skipped(said);
  }

  private static TestAbortedException skipped(String why) {
    String line = "SKIPPED: the Docker engine is not tested, no daemon can run here: " + why;
    System.err.println(line);
    return new TestAbortedException(line);
  }

  private static Process begin(Path program, Path folder, String driver) throws IOException {
    return new ProcessBuilder(
            program.toString(),
            "--host=unix://" + folder.resolve("s"),
            "--data-root=" + folder.resolve("data"),
            "--exec-root=" + folder.resolve("exec"),
            "--pidfile=" + folder.resolve("pid"),
            "--bridge=none",
            "--iptables=false",
            "--ip6tables=false",
            "--storage-driver=" + driver)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  private boolean answers() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (process.isAlive() && System.nanoTime() < deadline) {
      if (Files.exists(socket())) {
        try {
          return new DockerDaemon(socket()).info().has("ID");
        } catch (RuntimeException e) {
          continue; // not yet
        }
      }
      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
    }
    return false;
  }

  public Path socket() {
    return folder.resolve("s");
  }

  public List<String> tags(String repository) {
    return new DockerDaemon(socket())
        .images(repository)
        .valueStream()
        .flatMap(image -> image.path("RepoTags").valueStream())
        .map(JsonNode::asString)
        .toList();
  }

  private static String lastLine(Path log) throws IOException {
    Optional<String> last = Files.readAllLines(log).reversed().stream().findFirst();
    return last.orElse("it says nothing");
  }

  @Override
  public void close() throws IOException {
    try {
      process.destroy();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      new ProcessBuilder("rm", "-rf", "--one-file-system", folder.toString()).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
