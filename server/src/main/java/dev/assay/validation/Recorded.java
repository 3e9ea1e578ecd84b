package dev.assay.validation;

import dev.assay.registry.Skill;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.InstalledPackage;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.lab.Preparation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Exact versions, name to version, by ecosystem: what an image has, and what a skill was tested
/// with. What lies in the environment of a skill is listed as `NAME/pip` and `NAME/npm`. npm puts
/// what a package needs inside that package, so those are kept apart: they come with the package
/// that needs them and cannot be asked for by name, only be compared afterwards. There can be
/// several versions of one of them.
final class Recorded {
  private static final String NESTED = "npm_nested";
  private static final String BETWEEN = ", ";

  private Recorded() {}

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

  /// As requirements that nothing else fits, for each environment.
  static List<Preparation.Part> parts(
      Skill skill, Map<String, Map<String, String>> recorded, List<String> wheels) {
    List<Preparation.Part> parts = new ArrayList<>();
    for (RuntimeEnvironment place :
        List.of(RuntimeEnvironment.SHARED, new RuntimeEnvironment(skill.name()))) {
      List<Requirement> exact = new ArrayList<>();
      for (Ecosystem ecosystem : Ecosystem.values()) {
        recorded
            .getOrDefault(kind(ecosystem, place.skill()), Map.of())
            .forEach((name, version) -> exact.add(exactly(ecosystem, name, version)));
      }
      if (place.isShared() || !exact.isEmpty()) {
        parts.add(
            new Preparation.Part(skill.bundle().name(), place, new Dependencies(exact), wheels));
      }
    }
    return parts;
  }

  /// What npm put inside other packages that is not what was tested; empty if all is as it was.
  ///
  /// @param before packages that were there already
  static List<String> strangers(
      List<Map<String, Map<String, String>>> recorded, PackageList before, PackageList after) {
    Set<String> known = new TreeSet<>();
    Set<String> nested = new TreeSet<>();
    for (Map<String, Map<String, String>> each : recorded) {
      each.forEach(
          (kind, packages) -> {
            if (kind.endsWith(NESTED)) {
              nested.addAll(shown(packages));
            } else if (kind.endsWith(kind(Ecosystem.NPM, ""))) {
              known.addAll(shown(packages));
            }
          });
    }
    known.addAll(nested);
    Set<String> there = npm(after);
    Set<String> strange = new TreeSet<>(there);
    strange.removeAll(npm(before));
    strange.removeAll(known);
    nested.removeAll(there);
    return Stream.concat(
            strange.stream().map(each -> each + " was not tested"),
            nested.stream().map(each -> each + " is missing"))
        .toList();
  }

  private static Set<String> shown(Map<String, String> packages) {
    Set<String> all = new TreeSet<>();
    packages.forEach(
        (name, versions) -> {
          for (String version : versions.split(BETWEEN, -1)) {
            all.add(name + " " + version);
          }
        });
    return all;
  }

  private static Set<String> npm(PackageList packages) {
    return packages.packages().stream()
        .filter(each -> each.ecosystem() == Ecosystem.NPM)
        .map(InstalledPackage::shown)
        .collect(Collectors.toSet());
  }

  private static Requirement exactly(Ecosystem ecosystem, String name, String version) {
    String range =
        switch (ecosystem) {
          case PIP -> "==" + version;
          case NPM -> version;
          case SYSTEM -> "=" + version;
        };
    return new Requirement(ecosystem, name, List.of(), range, Optional.empty(), "", 0);
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
