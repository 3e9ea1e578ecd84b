package dev.assay.cli.launcher;

import dev.assay.cli.connection.StartCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Stands in the place of a server, as a program of its own: says what a server would say about its
/// start cache and what the kernel knows about it.
final class CachedProgram {
  private CachedProgram() {}

  static void main(String[] arguments) throws IOException {
    StartCache cache = StartCache.ofThisProcess();
    System.out.println("note: " + cache.note().orElse("none"));
    boolean mapped =
        Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .anyMatch(line -> line.endsWith(System.getProperty("assay.start-cache", "?")));
    System.out.println("mapped: " + mapped);
    if (!List.of(arguments).contains("--train")) {
      cache.makeIfNeeded();
    }
  }
}
