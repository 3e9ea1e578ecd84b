package dev.assay.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testkit.ProgramFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs programs with an environment of their own, as a new user's shell would.
final class Shell {
  /// A timeout for a busy machine. A test that waits so long has failed.
  static final Duration PATIENCE = Duration.ofMinutes(5);

  static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  /// @param folder the folder for its files
  Shell(Path folder) {
    this.folder = folder;
    set("PATH", folder.resolve("bin") + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
    set("HOME", folder.resolve("home").toString());
    set("JAVA_HOME", JAVA_HOME.toString());
    try {
      Files.createDirectories(folder.resolve("bin"));
      Files.createDirectories(folder.resolve("home"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Shell set(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /// Puts a program before all others of that name.
  void program(String name, String text) throws IOException {
    executable(folder.resolve("bin").resolve(name), text);
  }

  static void executable(Path file, String text) throws IOException {
    ProgramFile.write(file, "#!/bin/sh\n" + text);
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  Running start(Object... words) {
    try {
      Path output = Files.createTempFile(folder, "output", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(Stream.of(words).map(Object::toString).toList())
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      return new Running(builder.start(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a program to its end and returns its output. The output must be that of a success.
  String run(Object... words) {
    Running running = start(words);
    assertThat(running.untilEnd()).as(running::output).isZero();
    return running.output();
  }

  record Running(Process process, Path file) {
    int untilEnd() {
      try {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            .as(this::output)
            .isTrue();
        return process.exitValue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    String output() {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
