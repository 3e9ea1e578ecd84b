package dev.assay.validation.dependency;

import dev.assay.intake.Versions;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the METADATA file of an installed Python package: headers, an empty line and prose.
final class PythonMetadata {
  private PythonMetadata() {}

  static Optional<InstalledPackage> read(String text, String path) {
    String name = "";
    String version = "";
    List<Requirement> needs = new ArrayList<>();
    for (String line : text.lines().takeWhile(each -> !each.isBlank()).toList()) {
      int colon = line.indexOf(':');
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      switch (colon < 0 ? "" : line.substring(0, colon)) {
        case "Name" -> name = value;
        case "Version" -> version = value;
        case "Requires-Dist" -> Versions.parsePython(value, path).ifPresent(needs::add);
        default -> {}
      }
    }
    return name.isBlank() || version.isBlank()
        ? Optional.empty()
        : Optional.of(
            new InstalledPackage(
                Ecosystem.PIP, Versions.comparable(Ecosystem.PIP, name), version, needs));
  }
}
