package dev.assay.cli.launcher;

import dev.assay.cli.connection.StartCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A program in the place of a server. It prints the server's note about its start cache and the
/// kernel's view of the cache.
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
