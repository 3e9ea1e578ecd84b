package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder on the server for the files of packages while an image is made.
record PackageFolder(Path path) implements AutoCloseable {
  static PackageFolder below(Path parent) {
    try {
      Files.createDirectories(parent);
      return new PackageFolder(Files.createTempDirectory(parent, "packages"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR, "No room for the files of packages: " + e, e);
    }
  }

  /// Removes the leftovers of a killed server.
  static void sweep(Path parent) {
    if (Files.isDirectory(parent)) {
      new PackageFolder(parent).close();
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR, "%s cannot be removed: %s".formatted(path, e), e);
    }
  }
}
