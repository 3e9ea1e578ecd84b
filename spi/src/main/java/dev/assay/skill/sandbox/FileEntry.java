package dev.assay.skill.sandbox;

import java.time.Instant;

/// A file inside, as it was when it was listed.
///
/// @param path as asked for, or relative to the folder that was listed
/// @param modified as programs set it
/// @param changed as the kernel notes it: when content, mode or names were last changed
/// @param target where a link points to, else empty
public record FileEntry(
    String path, Kind kind, long size, int mode, Instant modified, Instant changed, String target) {
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    OTHER
  }
}
