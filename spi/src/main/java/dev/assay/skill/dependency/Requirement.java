package dev.assay.skill.dependency;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A declared package with the range of versions that satisfy it.
///
/// @param name the name as the ecosystem compares names, for example `ruamel-yaml` for
///   `Ruamel.YAML`
/// @param range the range as written, without spaces around it; empty for any version
/// @param marker the condition under which it is needed, as in PEP 508
/// @param hashes the allowed hashes of its file, as `ALGORITHM:HEX`; empty for any file
/// @param file the file of the declaration; `line` is the line in it
public record Requirement(
    Ecosystem ecosystem,
    String name,
    List<String> extras,
    String range,
    Optional<String> marker,
    List<String> hashes,
    String file,
    int line) {
  public Requirement {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a requirement needs a name");
    }
    extras = List.copyOf(extras);
    hashes = List.copyOf(Objects.requireNonNullElse(hashes, List.of())); // not in older records
  }

  public Requirement(
      Ecosystem ecosystem,
      String name,
      List<String> extras,
      String range,
      Optional<String> marker,
      String file,
      int line) {
    this(ecosystem, name, extras, range, marker, List.of(), file, line);
  }

  /// The requirement in its ecosystem's own spelling.
  public String spelling() {
    String extra = extras.isEmpty() ? "" : "[" + String.join(",", extras) + "]";
    String separator = ecosystem == Ecosystem.NPM && !range.isEmpty() ? "@" : "";
    return name + extra + separator + range + marker.map(text -> "; " + text).orElse("");
  }

  /// The same with its hashes, as in a file of requirements.
  public String pinned() {
    return spelling() + String.join("", hashes.stream().map(each -> " --hash=" + each).toList());
  }
}
