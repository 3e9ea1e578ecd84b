package dev.assay.skill.dependency;

import java.util.List;
import java.util.Optional;

/// One declared package with the range of versions that will do.
///
/// @param name as the ecosystem compares names, for example `ruamel-yaml` for `Ruamel.YAML`
/// @param range as written, without spaces around it; empty for any version
/// @param marker the condition under which it is needed, as in PEP 508
/// @param file where it was declared, and on which line
public record Requirement(
    Ecosystem ecosystem,
    String name,
    List<String> extras,
    String range,
    Optional<String> marker,
    String file,
    int line) {
  public Requirement {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a requirement needs a name");
    }
    extras = List.copyOf(extras);
  }

  /// The requirement in its ecosystem's own spelling.
  public String spelling() {
    String extra = extras.isEmpty() ? "" : "[" + String.join(",", extras) + "]";
    String separator = ecosystem == Ecosystem.NPM && !range.isEmpty() ? "@" : "";
    return name + extra + separator + range + marker.map(text -> "; " + text).orElse("");
  }
}
