package dev.assay.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A private folder that is there for one piece of work.
record WorkFolder(Path path) implements AutoCloseable {
  /// On the same disk as a file that is going to be made.
  static WorkFolder beside(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException(file + " is not a file's name.");
    }
    return new WorkFolder(Files.createTempDirectory(folder, ".assay-backup"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
