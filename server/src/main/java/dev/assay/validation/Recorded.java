package dev.assay.validation;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.InstalledPackage;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Installed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Exact versions, name to version, by ecosystem: what an image has, and what a skill was tested
/// with. npm puts what a package needs inside that package, so those are kept apart: they come with
/// the package that needs them and are not installed by name.
final class Recorded {
  private static final String NESTED = "npm_nested";

  private Recorded() {}

  /// Everything in an image.
  static Map<String, Map<String, String>> all(PackageList packages) {
    Map<String, Map<String, String>> all = new TreeMap<>();
    packages.packages().forEach(each -> add(all, word(each.ecosystem()), each));
    return all;
  }

  /// What a skill brought, and what of the image it relies on.
  static Map<String, Map<String, String>> of(Installed installed, Dependencies declared) {
    Map<String, Map<String, String>> all = new TreeMap<>();
    Map<String, Difference.Why> brought =
        installed.difference().changes().stream()
            .filter(change -> change.after().isPresent())
            .collect(Collectors.toMap(c -> c.ecosystem() + " " + c.name(), Difference.Change::why));
    Set<String> relied =
        installed.packages().neededBy(declared).packages().stream()
            .map(InstalledPackage::key)
            .collect(Collectors.toSet());
    for (InstalledPackage each : installed.packages().packages()) {
      if (brought.containsKey(each.key()) || relied.contains(each.key())) {
        boolean nested =
            each.ecosystem() == Ecosystem.NPM
                && brought.get(each.key()) != Difference.Why.EXTRA
                && declared.npm().stream().noneMatch(d -> d.name().equals(each.name()));
        add(all, nested ? NESTED : word(each.ecosystem()), each);
      }
    }
    return all;
  }

  /// As requirements that nothing else fits.
  static Dependencies exact(Map<String, Map<String, String>> recorded) {
    List<Requirement> exact = new ArrayList<>();
    for (Ecosystem ecosystem : Ecosystem.values()) {
      recorded
          .getOrDefault(word(ecosystem), Map.of())
          .forEach((name, version) -> exact.add(exactly(ecosystem, name, version)));
    }
    return new Dependencies(exact);
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
    all.computeIfAbsent(kind, _ -> new TreeMap<>()).put(found.name(), found.version());
  }

  private static String word(Ecosystem ecosystem) {
    return ecosystem.name().toLowerCase(Locale.ROOT);
  }
}
