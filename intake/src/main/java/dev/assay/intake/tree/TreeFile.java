package dev.assay.intake.tree;

import java.util.Locale;

/// A regular file in a [SkillTree].
///
/// @param path the path relative to the skill's folder, with forward slashes
public record TreeFile(String path, long size, boolean executable) {
  /// Returns the last part of the path.
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns the extension in lower case with its dot, or an empty text.
  public String extension() {
    String name = name();
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
  }
}
