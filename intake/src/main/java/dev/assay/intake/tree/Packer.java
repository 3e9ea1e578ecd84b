package dev.assay.intake.tree;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/// Writes a tree as a zip whose bytes depend only on the content: sorted names, one fixed time, no
/// owners, two modes.
public final class Packer {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);
  private static final int FILE = 0100644;
  private static final int PROGRAM = 0100755;

  private Packer() {}

  /// @param folder the name of the root folder; empty for a flat archive
  public static void pack(SkillTree tree, String folder, OutputStream sink) throws IOException {
    ZipArchiveOutputStream zip = new ZipArchiveOutputStream(sink);
    zip.setLevel(Deflater.BEST_COMPRESSION);
    long time = TIME.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli();
    for (TreeFile file : tree.files()) {
      String name = folder.isEmpty() ? file.path() : folder + "/" + file.path();
      ZipArchiveEntry entry = new ZipArchiveEntry(name);
      entry.setTime(time);
      entry.setUnixMode(file.executable() ? PROGRAM : FILE);
      zip.putArchiveEntry(entry);
      try (InputStream in = tree.open(file)) {
        in.transferTo(zip);
      }
      zip.closeArchiveEntry();
    }
    zip.finish();
    zip.flush();
  }
}
