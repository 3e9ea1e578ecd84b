package dev.assay.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of the machine that the benchmark runs.
final class Programs {
  private Programs() {}

  static Optional<Path> find(String name) {
    return Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Runs a program to its end and returns its output; throws if it fails.
  static String run(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", words) + ": " + output);
      }
      return output.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The time until the first byte of output.
  static long firstByteNanos(String... words) {
    try {
      long start = System.nanoTime();
      Process process = new ProcessBuilder(words).start();
      if (process.getInputStream().read() < 0) {
        throw new IllegalStateException(
            String.join(" ", words)
                + ": "
                + new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
      }
      long took = System.nanoTime() - start;
      process.waitFor();
      return took;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static long availableMemory() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
              .filter(line -> line.startsWith("MemAvailable:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
              .findFirst()
              .orElseThrow()
          * 1024;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
