package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.List;
import java.util.Objects;

/// A package that is there, and what it says that it needs.
///
/// @param name as its ecosystem compares names
/// @param environment the skill in whose environment it is; empty if everybody shares it
public record InstalledPackage(
    Ecosystem ecosystem, String name, String version, List<Requirement> needs, String environment) {
  public InstalledPackage {
    needs = List.copyOf(needs);
    environment = Objects.requireNonNullElse(environment, ""); // not in older records
  }

  /// One that everybody shares.
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

  /// By which two lists are compared.
  static String key(Ecosystem ecosystem, String name, String environment) {
    boolean shared = environment.isEmpty() || ecosystem == Ecosystem.SYSTEM;
    return ecosystem + " " + name + (shared ? "" : " in " + environment);
  }

  /// For people: `requests 2.31.0`.
  public String shown() {
    return name + " " + version;
  }
}
