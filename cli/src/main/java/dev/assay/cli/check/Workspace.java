package dev.assay.cli.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A temporary folder for this run. It is removed at the end, also after an interrupt.
public final class Workspace {
  private Workspace() {}

  public static Path open() {
    try {
      Path folder = Files.createTempDirectory("assay-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "workspace"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder can be made", e);
    }
  }

  /// Deletes a folder while the process ends. The system's own cleaning removes files that remain.
  private static void delete(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> paths = walk.toList();
      for (Path path : paths.reversed()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("assay: could not remove " + folder);
    }
  }
}
