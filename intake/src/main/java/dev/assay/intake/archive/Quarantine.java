package dev.assay.intake.archive;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// A folder that only the current user of the system can enter. Closing it removes the folder.
public final class Quarantine implements AutoCloseable {
  private static final String PREFIX = "quarantine-";

  private final Path folder;

  private Quarantine(Path folder) {
    this.folder = folder;
  }

  /// Makes a new folder below `parent`, which must exist.
  public static Quarantine below(Path parent) throws IOException {
    return new Quarantine(
        Files.createTempDirectory(
            parent,
            PREFIX,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
  }

  /// Removes all quarantines below `parent`.
  public static void sweep(Path parent) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : left) {
        new Quarantine(folder).close();
      }
    }
  }

  public Path folder() {
    return folder;
  }

  /// Returns the path for the archive as received.
  public Path archive() {
    return folder.resolve("archive");
  }

  /// Returns the folder for the unpacked files.
  public Path files() {
    return folder.resolve("files");
  }

  @Override
  public void close() throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
