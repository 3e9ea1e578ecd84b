package dev.assay.registry;

import java.util.List;
import java.util.Optional;

/// How one version of a skill differs from another.
///
/// @param before the older or the one in use
/// @param cut whether some differences of texts were left out because there are too many
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

  /// @param diff of a text, in the unified form; empty for what is no text or too long
  public record FileChange(String path, Change change, Optional<String> diff) {}

  /// @param before empty if it was not there
  /// @param after empty if it is gone
  public record FieldChange(String name, Optional<String> before, Optional<String> after) {}
}
