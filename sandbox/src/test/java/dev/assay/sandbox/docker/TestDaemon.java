package dev.assay.sandbox.docker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/// A daemon of the tests' own, with its own socket and storage, which knows no registry and touches
/// nobody's network.
public final class TestDaemon implements AutoCloseable {
  private final Path folder;
  private final Process process;

  private TestDaemon(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
  }

  /// @throws TestAbortedException with one clear line where none can run
  public static TestDaemon start() throws IOException {
    return start(
        Path.of("/usr/sbin/dockerd"),
        "dockerd is not installed (apt-get install docker.io)",
        List.of("overlay2", "vfs"),
        TestDaemon::docker);
  }

  /// Podman as a daemon, with `runc`.
  ///
  /// @throws TestAbortedException with one clear line where none can run
  public static TestDaemon startPodman() throws IOException {
    return start(
        Path.of("/usr/bin/podman"),
        "podman is not installed (apt-get install podman runc)",
        List.of("overlay", "vfs"),
        TestDaemon::podman);
  }

  private interface Words {
    ProcessBuilder of(Path program, Path folder, String driver) throws IOException;
  }

  private static TestDaemon start(Path program, String missing, List<String> drivers, Words words)
      throws IOException {
    String name = program.getFileName().toString();
    if (!Files.isExecutable(program)) {
      throw skipped(name, missing);
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      throw skipped(name, "a daemon needs root");
    }
    String said = "";
    for (String driver : drivers) {
      Path folder = Files.createTempDirectory("dk");
      ProcessBuilder builder = words.of(program, folder, driver);
      TestDaemon daemon =
          new TestDaemon(
              folder,
              builder
                  .redirectErrorStream(true)
                  .redirectOutput(folder.resolve("log").toFile())
                  .start());
      if (daemon.answers()) {
        return daemon;
      }
      said = lastLine(folder.resolve("log"));
      daemon.close();
    }
    throw skipped(name, said);
  }

  private static TestAbortedException skipped(String program, String why) {
    String line =
        "SKIPPED: the Docker engine is not tested with %s, which cannot run here: %s"
            .formatted(program, why);
    System.err.println(line);
    return new TestAbortedException(line);
  }

  private static ProcessBuilder docker(Path program, Path folder, String driver) {
    return new ProcessBuilder(
        program.toString(),
        "--host=unix://" + folder.resolve("s"),
        "--data-root=" + folder.resolve("data"),
        "--exec-root=" + folder.resolve("exec"),
        "--pidfile=" + folder.resolve("pid"),
        "--bridge=none",
        "--iptables=false",
        "--ip6tables=false",
        "--storage-driver=" + driver);
  }

  /// Its locks and its rule for images are files of its own, so that it meets no other Podman.
  private static ProcessBuilder podman(Path program, Path folder, String driver)
      throws IOException {
    Path rules = Files.createDirectories(folder.resolve("home/.config/containers"));
    Files.writeString(
        rules.resolve("policy.json"), "{\"default\": [{\"type\": \"insecureAcceptAnything\"}]}");
    Path settings =
        Files.writeString(
            folder.resolve("containers.conf"),
            """
            [engine]
            cgroup_manager = "cgroupfs"
            events_logger = "file"
            lock_type = "file"
            runtime = "runc"
            """);
    ProcessBuilder builder =
        new ProcessBuilder(
            program.toString(),
            "--root=" + folder.resolve("data"),
            "--runroot=" + folder.resolve("run"),
            "--tmpdir=" + folder.resolve("tmp"),
            "--storage-driver=" + driver,
            "system",
            "service",
            "--time=0",
            "unix://" + folder.resolve("s"));
    builder.directory(folder.toFile()); // a file remains there when memory runs out
    builder.environment().put("CONTAINERS_CONF", settings.toString());
    builder.environment().put("HOME", folder.resolve("home").toString());
    return builder;
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
        .flatMap(image -> ImageTag.of(image, repository).stream())
        .map(one -> repository + ":" + one.tag())
        .toList();
  }

  private static String lastLine(Path log) throws IOException {
    Optional<String> last = Files.readAllLines(log).reversed().stream().findFirst();
    return last.orElse("it says nothing");
  }

  /// What a daemon left mounted, the last first: Podman its storage, and what its containers had.
  private static List<String> mountsBelow(Path folder) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mounts")).reversed().stream()
        .map(line -> line.split(" ", 3)[1])
        .filter(place -> place.startsWith(folder + "/"))
        .toList();
  }

  @Override
  public void close() throws IOException {
    try {
      process.destroy();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      for (String mounted : mountsBelow(folder)) {
        new ProcessBuilder("umount", "--quiet", "--lazy", mounted).start().waitFor();
      }
      new ProcessBuilder("rm", "-rf", "--one-file-system", folder.toString()).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
