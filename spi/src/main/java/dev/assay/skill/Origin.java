package dev.assay.skill;

import java.util.Locale;
import java.util.Set;

/// The origin of the rule that a finding follows from.
public enum Origin {
  /// The standard for skills requires it.
  STANDARD,
  /// Some agents or machines require it; others do without.
  PORTABILITY,
  /// Assay requires it, to be able to test, store or judge the skill.
  OURS;

  private static final Set<String> OF_AGENTS =
      Set.of("format.unexpected-field", "format.nested-metadata", "format.field-type");
  private static final Set<String> OF_ASSAY =
      Set.of(
          "format.name-confusable",
          "format.name-like-another",
          "format.name-scripts",
          "format.control-character",
          "format.frontmatter-too-large",
          "layout.several-skills",
          "layout.stray-files");

  /// @param code the code of a finding or a rule
  public static Origin of(String code) {
    if (OF_AGENTS.contains(code) || code.startsWith("portability.")) {
      return PORTABILITY;
    }
    boolean standard = code.startsWith("format.") || code.startsWith("layout.");
    return standard && !OF_ASSAY.contains(code) ? STANDARD : OURS;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
