package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.List;

/// An installed package with its requirements.
///
/// @param name the normalized name of the ecosystem
/// @param environment the skill that owns the environment; empty for the shared one
public record InstalledPackage(
    Ecosystem ecosystem, String name, String version, List<Requirement> needs, String environment) {
  public InstalledPackage {
    needs = List.copyOf(needs);
  }

  /// Creates a package of the shared environment.
  public InstalledPackage(
      Ecosystem ecosystem, String name, String version, List<Requirement> needs) {
    this(ecosystem, name, version, needs, "");
  }

  InstalledPackage in(RuntimeEnvironment place) {
    return new InstalledPackage(ecosystem, name, version, needs, place.skill());
  }

  public String key() {
    return key(ecosystem, name, environment);
  }

  /// Returns the key by which two lists are compared.
  static String key(Ecosystem ecosystem, String name, String environment) {
    boolean shared = environment.isEmpty() || ecosystem == Ecosystem.SYSTEM;
    return ecosystem + " " + name + (shared ? "" : " in " + environment);
  }

  /// Returns the name and version for people, such as `requests 2.31.0`.
  public String shown() {
    return name + " " + version;
  }
}
