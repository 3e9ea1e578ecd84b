package dev.assay.intake;

import dev.assay.intake.archive.ArchiveLimits;

/// The size limits of a skill. Each can be configured.
///
/// @param archiveBytes the size of the archive
/// @param fileBytes the size of one unpacked file
/// @param totalBytes the size of all unpacked files together
/// @param files the number of files
/// @param ratio unpacked size : packed size, judged above one megabyte
/// @param depth the number of names in a path
/// @param skillMdBytes the size of SKILL.md
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
