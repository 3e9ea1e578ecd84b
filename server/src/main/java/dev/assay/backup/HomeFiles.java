package dev.assay.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The files of a home that tables name: stored files, layers and bases. They never change. The
/// server removes them when they are no longer needed.
final class HomeFiles {
  /// Patterns of files that are incomplete or about to be removed.
  static final List<String> UNFINISHED =
      List.of(
          "blobs/*incoming-*",
          "sandboxes/layers/*.unfinished",
          "sandboxes/layers/*.unused",
          "sandboxes/bases/*.unused",
          "sandboxes/bases/.fetched-*");

  private final Path home;
  private final Set<Path> seen = new HashSet<>();

  HomeFiles(Path home) {
    this.home = home;
  }

  /// Remembers the files that exist now.
  void look() throws IOException {
    seen.addAll(now());
  }

  /// Tests whether all remembered files still exist.
  boolean areThere() throws IOException {
    return now().containsAll(seen);
  }

  private Set<Path> now() throws IOException {
    Set<Path> found = new HashSet<>();
    add(found, "blobs", Integer.MAX_VALUE, "incoming-.*");
    add(found, "sandboxes/layers", 1, ".*\\.(unfinished|unused)");
    add(found, "sandboxes/bases", 1, "\\..*|.*\\.unused");
    return found;
  }

  /// Adds the files of a folder. A file that vanishes while the folder is listed is left out.
  private void add(Set<Path> found, String name, int depth, String ignored) throws IOException {
    Path folder = home.resolve(name);
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> all = depth == 1 ? Files.list(folder) : Files.walk(folder, depth)) {
      all.filter(path -> depth == 1 || Files.isRegularFile(path))
          .filter(path -> !path.getFileName().toString().matches(ignored))
          .forEach(found::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
