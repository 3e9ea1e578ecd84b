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

/// Tries versions that content everybody where a new skill's packages would disturb admitted ones.
/// It is tried before anything is tested, so that what is tested is what would be used.
///
/// @param before the packages of the current image
/// @param declared by the new skill
/// @param place where its packages go; what lies elsewhere cannot be settled by other versions
record Reconciliation(
    PackageList before, Dependencies declared, List<Admitted> admitted, RuntimeEnvironment place) {
  /// Conflicts for which a range is known that would do.
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

  /// What to ask for beyond what was asked for, by ecosystem.
  Map<Ecosystem, List<String>> wanted(List<Conflict> open) {
    Map<Ecosystem, List<String>> wanted = new TreeMap<>();
    for (Conflict each : open) {
      wanted.computeIfAbsent(each.ecosystem(), _ -> new ArrayList<>()).add(spelling(each));
    }
    return wanted;
  }

  /// One sentence for each conflict that is no more; empty if there are others instead.
  ///
  /// @param now what would be there
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
