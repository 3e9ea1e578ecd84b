package dev.assay.skill.sandbox;

import java.util.List;

/// One thing that a layer adds, changes or removes, as it lies there.
///
/// @param path absolute, as the inside sees it
/// @param mode permissions with the set-id and sticky bits
/// @param content SHA-256 of a file in hexadecimal digits, the target of a link, else empty
/// @param names how many names a file has; more than one means hard links
/// @param attributes names of extended attributes, without the engine's own
public record LayerEntry(
    String path, Kind kind, int mode, String content, long names, List<String> attributes) {
  public enum Kind {
    FILE,
    FOLDER,
    /// A folder that hides everything the layers below have in its place.
    REPLACED_FOLDER,
    LINK,
    /// What the layers below have in its place is gone.
    REMOVED,
    /// A device, a socket or a pipe.
    SPECIAL,
    /// A file that could not be read, so nobody knows what it holds.
    UNREADABLE
  }

  public LayerEntry {
    attributes = List.copyOf(attributes);
  }
}
