package dev.assay.intake.requirement;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.List;
import java.util.Optional;

/// One parsed declaration, before it is known where it stood.
public record Declaration(
    Ecosystem ecosystem, String name, List<String> extras, String range, Optional<String> marker) {
  public static Declaration of(Ecosystem ecosystem, String name, String range) {
    return new Declaration(ecosystem, name, List.of(), range, Optional.empty());
  }

  public Requirement at(String file, int line) {
    return new Requirement(ecosystem, name, extras, range, marker, file, line);
  }
}
