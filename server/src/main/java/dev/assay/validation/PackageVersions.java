package dev.assay.validation;

import dev.assay.registry.Skill;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.InstalledPackage;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.evidence.Installed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The exact versions of packages, by ecosystem and name, of an image or of a tested skill.
/// Packages in the environment of a skill are listed as `NAME/pip` and `NAME/npm`. npm puts the
/// packages that a package needs inside that package. They are kept separately, because they come
/// with their package and cannot be requested by name; they can only be compared afterwards. Such a
/// package can have several versions.
final class PackageVersions {
  private static final String NESTED = "npm_nested";
  private static final String BETWEEN = ", ";

  private PackageVersions() {}

  /// Returns all packages of an image.
  static Map<String, Map<String, String>> all(PackageList packages) {
    Map<String, Map<String, String>> all = new TreeMap<>();
    packages.packages().forEach(each -> add(all, kind(each.ecosystem(), each.environment()), each));
    return all;
  }

  /// Returns the packages that a skill brought and those of the image on which it relies. Packages
  /// that it put into the environment of another skill are left out.
  static Map<String, Map<String, String>> of(Installed installed, Dependencies declared) {
    String own = installed.environment();
    Map<String, Map<String, String>> all = new TreeMap<>();
    Map<String, Difference.Why> brought =
        installed.difference().changes().stream()
            .filter(change -> change.after().isPresent())
            .collect(Collectors.toMap(Difference.Change::key, Difference.Change::why));
    Set<String> relied =
        installed.packages().neededBy(declared, installed.place()).packages().stream()
            .map(InstalledPackage::key)
            .collect(Collectors.toSet());
    for (InstalledPackage each : installed.packages().packages()) {
      boolean its = each.environment().isEmpty() || each.environment().equals(own);
      if (its && (brought.containsKey(each.key()) || relied.contains(each.key()))) {
        boolean nested =
            each.ecosystem() == Ecosystem.NPM
                && brought.get(each.key()) != Difference.Why.EXTRA
                && declared.npm().stream().noneMatch(d -> d.name().equals(each.name()));
        add(all, nested ? prefix(own) + NESTED : kind(each.ecosystem(), each.environment()), each);
      }
    }
    return all;
  }

  /// Returns the environment of a skill's packages.
  static RuntimeEnvironment place(Skill skill, Map<String, Map<String, String>> recorded) {
    return recorded.keySet().stream().anyMatch(kind -> kind.startsWith(prefix(skill.name())))
        ? new RuntimeEnvironment(skill.name())
        : RuntimeEnvironment.SHARED;
  }

  /// Returns the files of the packages that a skill was tested with.
  ///
  /// @param there all packages of the image on which the skill was tested
  static List<PackageSource> sources(
      List<PackageSource> there, Map<String, Map<String, String>> recorded) {
    return there.stream().filter(source -> isRecorded(source, there, recorded)).toList();
  }

  /// Tests whether a package is among the recorded ones. A package that npm put inside another one
  /// follows that package.
  private static boolean isRecorded(
      PackageSource source, List<PackageSource> there, Map<String, Map<String, String>> recorded) {
    if (source.ecosystem() == Ecosystem.NPM && !source.isAtTop()) {
      return there.stream()
          .anyMatch(around -> source.isInside(around) && isRecorded(around, there, recorded));
    }
    String kind = kind(source.ecosystem(), source.environment());
    String nested = prefix(source.environment()) + NESTED;
    return names(recorded, kind, source) || names(recorded, nested, source);
  }

  private static boolean names(
      Map<String, Map<String, String>> recorded, String kind, PackageSource source) {
    String versions = recorded.getOrDefault(kind, Map.of()).getOrDefault(source.name(), "");
    return List.of(versions.split(BETWEEN, -1)).contains(source.version());
  }

  private static void add(
      Map<String, Map<String, String>> all, String kind, InstalledPackage found) {
    all.computeIfAbsent(kind, _ -> new TreeMap<>())
        .merge(
            found.name(),
            found.version(),
            (one, other) -> kind.endsWith(NESTED) ? one + BETWEEN + other : other);
  }

  private static String kind(Ecosystem ecosystem, String environment) {
    return prefix(environment) + ecosystem.name().toLowerCase(Locale.ROOT);
  }

  private static String prefix(String environment) {
    return environment.isEmpty() ? "" : environment + "/";
  }
}
