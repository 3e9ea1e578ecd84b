package dev.assay.validation.lab;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Admitted;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Conflicts;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.PackageList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Finds versions that suit all skills if a new skill's packages would disturb admitted ones. It
/// runs before any test, so that the tested versions are those that would be used.
///
/// @param before the packages of the current image
/// @param declared the declarations of the new skill
/// @param place the environment of its packages; conflicts elsewhere cannot be settled by other
///   versions
record Reconciliation(
    PackageList before, Dependencies declared, List<Admitted> admitted, RuntimeEnvironment place) {
  /// Returns the conflicts for which a suitable range is known.
  List<Conflict> open(PackageList now) {
    return conflicts(now).stream()
        .filter(each -> each.resolution() instanceof Conflict.Resolution.UseRange)
        .filter(each -> each.ecosystem() != Ecosystem.SYSTEM && each.newVersion().isPresent())
        .filter(each -> each.environment().equals(place.skill()))
        .toList();
  }

  private List<Conflict> conflicts(PackageList now) {
    return Conflicts.find(Difference.between(before, now, declared, place), declared, admitted);
  }

  /// Returns the further packages to request, by ecosystem.
  Map<Ecosystem, List<String>> wanted(List<Conflict> open) {
    Map<Ecosystem, List<String>> wanted = new TreeMap<>();
    for (Conflict each : open) {
      wanted.computeIfAbsent(each.ecosystem(), _ -> new ArrayList<>()).add(spelling(each));
    }
    return wanted;
  }

  /// Returns one sentence for each settled conflict; empty if other conflicts would appear instead.
  ///
  /// @param now the packages after the change
  List<String> settled(List<Conflict> open, PackageList now) {
    return conflicts(now).stream().allMatch(Conflict::canBeTested)
        ? open.stream().map(each -> sentence(each, now)).toList()
        : List.of();
  }

  private static String spelling(Conflict conflict) {
    String range = ((Conflict.Resolution.UseRange) conflict.resolution()).range();
    return conflict.ecosystem() == Ecosystem.NPM
        ? conflict.packageName() + "@" + range
        : conflict.packageName() + range;
  }

  private String sentence(Conflict conflict, PackageList now) {
    return "%s is %s instead of %s, so that %s keeps what it needs."
        .formatted(
            conflict.packageName(),
            now.find(conflict.ecosystem(), conflict.packageName(), place)
                .map(found -> found.version())
                .orElse("gone"),
            conflict.newVersion().orElse("nothing"),
            String.join(", ", conflict.affectedSkills()));
  }
}
