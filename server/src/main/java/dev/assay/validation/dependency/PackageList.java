package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The packages of an image at one moment.
public record PackageList(List<InstalledPackage> packages) {
  public PackageList {
    Map<String, InstalledPackage> sorted = new TreeMap<>();
    packages.forEach(each -> sorted.put(each.key() + " " + each.version(), each));
    packages = List.copyOf(sorted.values());
  }

  public static PackageList of(Collection<InstalledPackage> packages) {
    return new PackageList(List.copyOf(packages));
  }

  /// Returns the packages by key. If a package has several versions, the last one is returned.
  Map<String, InstalledPackage> byKey() {
    Map<String, InstalledPackage> all = new TreeMap<>();
    packages.forEach(each -> all.put(each.key(), each));
    return all;
  }

  /// Returns the packages on which a skill with these declarations relies, by the packages'
  /// metadata.
  ///
  /// @param place the environment of the skill's packages
  public PackageList neededBy(Dependencies declared, RuntimeEnvironment place) {
    Set<String> keys = Difference.needed(byKey(), declared, place);
    return of(packages.stream().filter(each -> keys.contains(each.key())).toList());
  }

  /// Returns the list after installing the given packages, which replace older versions.
  public PackageList with(List<PackageContent> contents) {
    List<PackageSource> sources = contents.stream().map(PackageContent::source).toList();
    List<InstalledPackage> all =
        new ArrayList<>(
            packages.stream()
                .filter(old -> sources.stream().noneMatch(source -> replaces(source, old)))
                .toList());
    contents.forEach(each -> PackageReader.readArchive(each).ifPresent(all::add));
    return of(all);
  }

  private static boolean replaces(PackageSource source, InstalledPackage old) {
    return source.ecosystem() == old.ecosystem()
        && source.name().equals(old.name())
        && source.environment().equals(old.environment());
  }

  /// Tests whether a package is there in the version that an exact requirement names.
  public boolean has(Requirement exact, RuntimeEnvironment place) {
    String version = exact.range().replaceFirst("^=+", "");
    String key = InstalledPackage.key(exact.ecosystem(), exact.name(), place.skill());
    return packages.stream()
        .anyMatch(each -> each.key().equals(key) && each.version().equals(version));
  }

  boolean hasAnyIn(RuntimeEnvironment place) {
    return packages.stream().anyMatch(each -> each.environment().equals(place.skill()));
  }

  Optional<InstalledPackage> find(String key) {
    return Optional.ofNullable(byKey().get(key));
  }

  public Optional<InstalledPackage> find(
      Ecosystem ecosystem, String name, RuntimeEnvironment place) {
    return find(InstalledPackage.key(ecosystem, name, place.skill()));
  }
}
