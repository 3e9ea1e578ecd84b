package dev.assay.validation.lab;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Admitted;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Conflicts;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.dependency.Installer;
import dev.assay.validation.dependency.PackageList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Tries versions that content everybody where a new skill's packages would disturb admitted ones.
/// It is tried before anything is tested, so that what is tested is what would be used.
///
/// @param before the packages of the current image
/// @param declared by the new skill
/// @param place where its packages go; what lies elsewhere cannot be settled by other versions
record Reconciliation(
    PackageList before, Dependencies declared, List<Admitted> admitted, RuntimeEnvironment place) {
  /// @param ran the commands
  /// @param packages what is there now
  /// @param sentences one for each conflict that is no more; empty if it came to nothing
  record Attempt(List<Installation.Ran> ran, PackageList packages, List<String> sentences) {}

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

  /// @param read lists the packages again
  Attempt attempt(List<Conflict> open, Installer installer, Supplier<PackageList> read) {
    Map<Ecosystem, List<String>> wanted = new TreeMap<>();
    for (Conflict each : open) {
      wanted.computeIfAbsent(each.ecosystem(), _ -> new ArrayList<>()).add(spelling(each));
    }
    List<Installation.Ran> ran = new ArrayList<>();
    wanted.forEach((ecosystem, packages) -> ran.addAll(installer.add(ecosystem, packages)));
    PackageList now = read.get();
    boolean settled = conflicts(now).stream().allMatch(Conflict::canBeTested);
    List<String> sentences = new ArrayList<>();
    if (settled) {
      open.forEach(each -> sentences.add(sentence(each, now)));
    }
    return new Attempt(ran, now, sentences);
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
