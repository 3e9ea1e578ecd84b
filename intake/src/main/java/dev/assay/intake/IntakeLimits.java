package dev.assay.intake;

import dev.assay.intake.archive.ArchiveLimits;

/// How much a skill may be; every number can be configured.
///
/// @param archiveBytes the archive as sent
/// @param fileBytes one file, unpacked
/// @param totalBytes all files, unpacked
/// @param files how many files
/// @param ratio unpacked : packed, judged above one megabyte
/// @param depth names in a path
/// @param skillMdBytes SKILL.md
public record IntakeLimits(
    long archiveBytes,
    long fileBytes,
    long totalBytes,
    int files,
    int ratio,
    int depth,
    long skillMdBytes) {
  private static final long MEGABYTE = 1_000_000;
  private static final int NESTING = 3;

  public IntakeLimits {
    forArchives(archiveBytes, fileBytes, totalBytes, files, ratio, depth, skillMdBytes);
  }

  public static IntakeLimits standard() {
    return new IntakeLimits(
        50 * MEGABYTE, 50 * MEGABYTE, 200 * MEGABYTE, 500, 100, 16, 10 * MEGABYTE);
  }

  ArchiveLimits forArchives() {
    return forArchives(archiveBytes, fileBytes, totalBytes, files, ratio, depth, skillMdBytes);
  }

  private static ArchiveLimits forArchives(
      long archiveBytes,
      long fileBytes,
      long totalBytes,
      int files,
      int ratio,
      int depth,
      long skillMdBytes) {
    return new ArchiveLimits(
        archiveBytes, fileBytes, totalBytes, files, ratio, MEGABYTE, depth, NESTING, skillMdBytes);
  }
}
