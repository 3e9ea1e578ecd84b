package dev.assay.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Times whole processes.
final class Stopwatch {
  private Stopwatch() {}

  /// The median of several runs; zero if the program is not installed.
  static Duration median(int rounds, List<String> command) throws InterruptedException {
    List<Duration> times = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      int status;
      try {
        status =
            new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
      } catch (IOException e) {
        return Duration.ZERO;
      }
      times.add(Duration.ofNanos(System.nanoTime() - start));
      if (status != 0) {
        throw new IllegalStateException("status " + status + " of " + command.getFirst());
      }
    }
    return times.stream().sorted().toList().get(rounds / 2);
  }
}
