package dev.assay.registry;

import java.util.List;
import java.util.Optional;

/// The differences between two versions of a skill.
///
/// @param before the older version, or the one in use
/// @param cut true if some differences of texts were left out because there are too many
public record VersionComparison(
    Skill before,
    Skill after,
    List<FileChange> files,
    List<FieldChange> manifest,
    List<FieldChange> dependencies,
    boolean cut) {
  public VersionComparison {
    files = List.copyOf(files);
    manifest = List.copyOf(manifest);
    dependencies = List.copyOf(dependencies);
  }

  public enum Change {
    ADDED,
    REMOVED,
    CHANGED
  }

  /// @param diff the unified diff of a text; empty for a file that is no text or too long
  public record FileChange(String path, Change change, Optional<String> diff) {}

  /// @param before the earlier value; empty if it was not there
  /// @param after the later value; empty if it is gone
  public record FieldChange(String name, Optional<String> before, Optional<String> after) {}
}
