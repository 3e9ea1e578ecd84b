package dev.assay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.JavaProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// The command line as a process of its own, as a person or a script starts it.
final class AssayProcess implements AutoCloseable {
  /// A timeout for a busy machine. A test that waits so long has failed.
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private static boolean trained;

  private final Home home;
  private final Process process;
  private final Path output;

  private AssayProcess(Home home, Process process, Path output) {
    this.home = home;
    this.process = process;
    this.output = output;
  }

  static Home newHome() {
    return new Home(Path.of("target", "homes", UUID.randomUUID().toString()));
  }

  /// Returns the command that starts Java with this module's classes.
  static List<String> java() {
    trainOnce();
    List<String> words = new ArrayList<>(JavaProgram.words());
    words.add("-Dassay.server-script=" + serverScript(words));
    words.add("dev.assay.cli.Assay");
    return words;
  }

  /// Trains the archive of classes once. Other test processes wait for it, because a start without
  /// the archive costs twice the work.
  private static synchronized void trainOnce() {
    if (trained) {
      return;
    }
    try (FileChannel file =
            FileChannel.open(
                Path.of("target", "training.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      JavaProgram.archive(AssayProcess::train);
      trained = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns a script that starts private servers like this process, as the launcher would.
  private static Path serverScript(List<String> java) {
    String text =
        java.stream()
            .map(word -> "'" + word + "'")
            .collect(joining(" ", "shift 3\nexec ", " dev.assay.cli.Assay \"$@\"\n"));
    Path script = Path.of("target", "server-" + UUID.nameUUIDFromBytes(text.getBytes(UTF_8)));
    try {
      if (Files.notExists(script)) { // others may be reading it
        Path made = Files.createTempFile(Path.of("target"), "server", ".sh");
        Files.move(Files.writeString(made, text), script, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return script.toAbsolutePath();
  }

  private static void train(List<String> java) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(java);
    words.addAll(List.of("dev.assay.cli.Assay", "serve", "--port", "0", "--train"));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(Path.of("target", "training.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("ASSAY_"));
    builder.environment().put("ASSAY_HOME", PreparedHome.copy().path().toString());
    assertThat(builder.start().waitFor()).as("see target/training.txt").isZero();
  }

  static AssayProcess start(Home home, Map<String, String> environment, String... arguments) {
    return start(home, environment, List.of(), arguments);
  }

  /// Starts the process behind a prefix, such as a program that changes its surroundings.
  static AssayProcess start(
      Home home, Map<String, String> environment, List<String> before, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.addAll(java());
    command.addAll(List.of(arguments));
    try {
      Path output = Files.createTempFile(Path.of("target"), "output", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("ASSAY_"));
      builder.environment().put("ASSAY_HOME", home.path().toString());
      builder.environment().putAll(environment);
      return new AssayProcess(home, builder.start(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  AssayProcess untilReady() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> ServerFile.find(home).isPresent() || !process.isAlive());
    assertThat(process.isAlive()).as(this::output).isTrue();
    return this;
  }

  AssayProcess untilSaid(String words) {
    await().atMost(PATIENCE).until(() -> output().contains(words) || !process.isAlive());
    assertThat(output()).contains(words);
    return this;
  }

  int untilEnd() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("Still runs: " + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  ServerFile server() {
    return ServerFile.find(home).orElseThrow();
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Stops the process like Ctrl-C or a service manager.
  int stop() {
    process.destroy();
    return untilEnd();
  }

  /// Kills the process like a power cut.
  void kill() {
    process.destroyForcibly();
    untilEnd();
  }

  /// Stops the server behind the prefix, as [#stop] does.
  int stopServer() {
    server().process().orElseThrow().destroy();
    return untilEnd();
  }

  /// Kills the server behind the prefix, as [#kill] does.
  void killServer() {
    server().process().orElseThrow().destroyForcibly();
    untilEnd();
  }

  /// Tests whether a process runs. An ended process that was not reaped is still listed, but
  /// without its command.
  static boolean runs(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }

  static Optional<ProcessHandle> findPostgres(Home home) {
    try {
      Path file = home.databaseFolder().resolve("data/postmaster.pid");
      return Files.exists(file)
          ? ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst()))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    // Behind a prefix the server is a process of its own.
    ServerFile.find(home).flatMap(server -> ProcessHandle.of(server.pid())).ifPresent(this::end);
    if (process.isAlive()) {
      stop();
    }
  }

  private void end(ProcessHandle server) {
    server.destroy();
    await().atMost(PATIENCE).until(() -> ServerFile.find(home).isEmpty());
  }
}
