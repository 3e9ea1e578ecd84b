package dev.assay.skill.sandbox;

import java.time.Instant;

/// A file inside, as it was when it was listed.
///
/// @param path the path as requested, or relative to the folder that was listed
/// @param modified the time of the last modification, which programs can set
/// @param changed the time of the last change to content, mode or names, which only the kernel sets
/// @param target the target of a link, else empty
public record FileEntry(
    String path, Kind kind, long size, int mode, Instant modified, Instant changed, String target) {
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    OTHER
  }
}
