package dev.assay.skill.sandbox;

import java.util.List;

/// An entry that a layer adds, changes or removes.
///
/// @param path the absolute path inside
/// @param mode permissions with the set-id and sticky bits
/// @param content SHA-256 of a file in hexadecimal digits, the target of a link, else empty
/// @param names the number of names of a file; more than one means hard links
/// @param attributes names of extended attributes, without the engine's own
public record LayerEntry(
    String path, Kind kind, int mode, String content, long names, List<String> attributes) {
  public enum Kind {
    FILE,
    FOLDER,
    /// A folder that hides the content of the layers below at its path.
    REPLACED_FOLDER,
    LINK,
    /// The entry of the layers below is deleted.
    REMOVED,
    /// A device, a socket or a pipe.
    SPECIAL,
    /// An unreadable file, whose content is unknown.
    UNREADABLE
  }

  public LayerEntry {
    attributes = List.copyOf(attributes);
  }
}
