package dev.assay.skill;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A skill's own description, from the frontmatter of its SKILL.md.
///
/// @param allowedTools the tools named by `allowed-tools`, in order; experimental in the standard
public record Manifest(
    SkillName name,
    String description,
    Optional<String> license,
    Optional<String> compatibility,
    Map<String, String> metadata,
    List<String> allowedTools) {
  public static final int MAX_DESCRIPTION = 1024;
  public static final int MAX_COMPATIBILITY = 500;

  public Manifest {
    requireLength("description", description, MAX_DESCRIPTION);
    compatibility.ifPresent(text -> requireLength("compatibility", text, MAX_COMPATIBILITY));
    metadata = Map.copyOf(metadata);
    allowedTools = List.copyOf(allowedTools);
  }

  /// The length as the standard counts it.
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static void requireLength(String field, String text, int limit) {
    if (text.isBlank() || length(text) > limit) {
      throw new IllegalArgumentException(field + " must have 1–" + limit + " characters");
    }
  }
}
