package dev.assay.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Writes files that only their owner may read. The mode is set before the content is written, and
/// a reader sees the old content or the new, never a part.
public final class PrivateFiles {
  private PrivateFiles() {}

  public static void write(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path draft =
        Files.createTempFile(
            folder,
            "." + file.getFileName(),
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.write(draft, text.getBytes(StandardCharsets.UTF_8));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  public static void restrictFolder(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }
}
