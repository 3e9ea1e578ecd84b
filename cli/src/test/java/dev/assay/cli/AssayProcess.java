package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// The command line as a process of its own, as a person or a script starts it.
final class AssayProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

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

  /// The words that start Java with this module's classes.
  static List<String> java() {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        classes,
        "dev.assay.cli.Assay");
  }

  static AssayProcess start(Home home, Map<String, String> environment, String... arguments) {
    return start(home, environment, List.of(), arguments);
  }

  /// Starts it behind other words, such as a program that changes its surroundings.
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

  /// As Ctrl-C or a service manager does.
  int stop() {
    process.destroy();
    return untilEnd();
  }

  /// As a power cut does.
  void kill() {
    process.destroyForcibly();
    untilEnd();
  }

  @Override
  public void close() {
    // Behind other words the server is a process of its own.
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
