package dev.assay.intake.archive;

/// The size limits of an archive and of its unpacked files.
///
/// @param ratio uncompressed size : compressed size; judged only above `ratioFloor` uncompressed
///   bytes, because small files of repeated text are ordinary
/// @param depth the number of names in a path
/// @param nesting the number of archives inside each other
public record ArchiveLimits(
    long archiveBytes,
    long fileBytes,
    long totalBytes,
    int files,
    int ratio,
    long ratioFloor,
    int depth,
    int nesting,
    long skillMdBytes) {
  private static final long KILOBYTE = 1000;
  private static final long MEGABYTE = 1000 * KILOBYTE;

  public ArchiveLimits {
    long smallest =
        Math.min(
            Math.min(Math.min(archiveBytes, fileBytes), Math.min(totalBytes, skillMdBytes)),
            Math.min(Math.min(files, ratio), depth));
    if (smallest < 1 || ratioFloor < 0 || nesting < 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /// Writes a size with its unit.
  static String words(long bytes) {
    if (bytes >= MEGABYTE) {
      return bytes % MEGABYTE == 0
          ? bytes / MEGABYTE + " MB"
          : String.format("%.1f MB", bytes / (double) MEGABYTE);
    }
    return bytes >= KILOBYTE ? bytes / KILOBYTE + " kB" : bytes + " bytes";
  }
}
