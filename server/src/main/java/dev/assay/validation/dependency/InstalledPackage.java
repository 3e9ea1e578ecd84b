package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.List;

/// A package that is there, and what it says that it needs.
///
/// @param name as its ecosystem compares names
public record InstalledPackage(
    Ecosystem ecosystem, String name, String version, List<Requirement> needs) {
  public InstalledPackage {
    needs = List.copyOf(needs);
  }

  public String key() {
    return ecosystem + " " + name;
  }

  /// For people: `requests 2.31.0`.
  public String shown() {
    return name + " " + version;
  }
}
