package dev.assay.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A private folder for one piece of work. Closing it deletes the folder.
record WorkFolder(Path path) implements AutoCloseable {
  /// Creates a folder on the same disk as a file that is about to be written.
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
