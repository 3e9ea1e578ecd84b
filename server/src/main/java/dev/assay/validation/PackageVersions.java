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

/// Exact versions, name to version, by ecosystem: what an image has, and what a skill was tested
/// with. What lies in the environment of a skill is listed as `NAME/pip` and `NAME/npm`. npm puts
/// what a package needs inside that package, so those are kept apart: they come with the package
/// that needs them and cannot be asked for by name, only be compared afterwards. There can be
/// several versions of one of them.
final class PackageVersions {
  private static final String NESTED = "npm_nested";
  private static final String BETWEEN = ", ";

  private PackageVersions() {}

  /// Everything in an image.
  static Map<String, Map<String, String>> all(PackageList packages) {
    Map<String, Map<String, String>> all = new TreeMap<>();
    packages.packages().forEach(each -> add(all, kind(each.ecosystem(), each.environment()), each));
    return all;
  }

  /// What a skill brought, and what of the image it relies on. What it put into the environment of
  /// another skill is nothing to be kept.
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

  /// The environment that a skill's packages are in.
  static RuntimeEnvironment place(Skill skill, Map<String, Map<String, String>> recorded) {
    return recorded.keySet().stream().anyMatch(kind -> kind.startsWith(prefix(skill.name())))
        ? new RuntimeEnvironment(skill.name())
        : RuntimeEnvironment.SHARED;
  }

  /// The files of packages that a skill was tested with.
  ///
  /// @param there every package of the image that it was tested on
  static List<PackageSource> sources(
      List<PackageSource> there, Map<String, Map<String, String>> recorded) {
    return there.stream().filter(source -> isRecorded(source, there, recorded)).toList();
  }

  /// What npm put inside a package comes and goes with that package.
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
