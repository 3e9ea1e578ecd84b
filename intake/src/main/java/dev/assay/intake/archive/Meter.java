package dev.assay.intake.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Counts the unpacked bytes of an archive and enforces the limits.
final class Meter {
  private final ArchiveLimits limits;
  private final long archiveSize;
  private long total;

  Meter(ArchiveLimits limits, long archiveSize) {
    this.limits = limits;
    this.archiveSize = Math.max(1, archiveSize);
  }

  /// Copies one entry.
  ///
  /// @param compressed the entry's size in the archive, or a negative number when unknown
  /// @return the entry's size
  long copy(String entry, InputStream in, OutputStream out, long compressed) throws IOException {
    byte[] buffer = new byte[16 * 1024];
    long size = 0;
    for (int n = read(entry, in, buffer); n >= 0; n = read(entry, in, buffer)) {
      size += n;
      total += n;
      if (size > limits.fileBytes()) {
        throw ArchiveRule.FILE_TOO_LARGE.refuse(
            entry, entry + " has more than " + ArchiveLimits.words(limits.fileBytes()) + ".");
      }
      if (total > limits.totalBytes()) {
        throw ArchiveRule.TOTAL_TOO_LARGE.refuse(
            entry,
            "The files have more than " + ArchiveLimits.words(limits.totalBytes()) + " together.");
      }
      if (compressed >= 0) {
        ratio(entry, size, Math.max(1, compressed));
        ratio(entry, total, archiveSize);
      }
      out.write(buffer, 0, n);
    }
    return size;
  }

  /// Reads from the archive. A failure to read means a damaged archive; a failure to write does
  /// not, and stays an exception.
  private static int read(String entry, InputStream in, byte[] buffer) {
    try {
      return in.read(buffer);
    } catch (IOException | RuntimeException e) {
      throw ArchiveRule.DAMAGED.refuse(
          entry, entry + " cannot be unpacked: " + e.getMessage() + ".");
    }
  }

  private void ratio(String entry, long uncompressed, long compressed) {
    if (uncompressed > limits.ratioFloor() && uncompressed / limits.ratio() > compressed) {
      throw ArchiveRule.RATIO.refuse(
          entry, entry + " unpacks to more than " + limits.ratio() + " times its packed size.");
    }
  }
}
