package dev.assay.packages.machine;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs a program of this machine to read its configuration.
final class MachineTool {
  private static final Duration MOST = Duration.ofSeconds(15);
  private static final int MOST_OUTPUT = 1 << 20;

  private MachineTool() {}

  /// Returns the standard output of a program if it ended well and in time. The program runs in the
  /// root folder, so that no file of the server's folder counts as configuration.
  static Optional<String> run(String... words) {
    Process process;
    try {
      process =
          new ProcessBuilder(List.of(words))
              .directory(new File("/"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return Optional.empty(); // it is not installed
    }
    try {
      process.getOutputStream().close();
      CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process));
      boolean ended = process.waitFor(MOST.toMillis(), TimeUnit.MILLISECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(output.join()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Process process) {
    try (InputStream in = process.getInputStream()) {
      return new String(in.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
