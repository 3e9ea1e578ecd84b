package dev.assay.intake.requirement;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.List;
import java.util.Optional;

/// A parsed declaration of a package, without its place in a file.
///
/// @param hashes the accepted hashes of the package's file, as `ALGORITHM:HEX`; empty to accept any
///   file
public record Declaration(
    Ecosystem ecosystem,
    String name,
    List<String> extras,
    String range,
    Optional<String> marker,
    List<String> hashes) {
  public static Declaration of(Ecosystem ecosystem, String name, String range) {
    return new Declaration(ecosystem, name, List.of(), range, Optional.empty(), List.of());
  }

  public Declaration withHashes(List<String> allowed) {
    return new Declaration(ecosystem, name, extras, range, marker, allowed);
  }

  public Requirement at(String file, int line) {
    return new Requirement(ecosystem, name, extras, range, marker, hashes, file, line);
  }
}
