package dev.assay.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Scripts that a test writes and runs. Another process copies each to its place, because Linux
/// runs no file that a process has open for writing. Each process that another test starts during
/// the write inherits the open file.
public final class ProgramFile {
  private ProgramFile() {}

  public static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft = Files.createTempFile("program", ".sh");
    try {
      Files.writeString(draft, text);
      Process install =
          new ProcessBuilder("install", "-m", "755", draft.toString(), file.toString())
              .inheritIO()
              .start();
      if (install.waitFor() != 0) {
        throw new IOException(file + " could not be written");
      }
      return file;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      Files.delete(draft);
    }
  }
}
