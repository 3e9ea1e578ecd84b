package dev.assay.validation;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Regressions;
import dev.assay.validation.evidence.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Writes the short form of the evidence.
final class Summary {
  private Summary() {}

  static Result.Packages packages(Installed installed, List<Conflict> conflicts) {
    return new Result.Packages(
        packages(installed, Difference.Why.DECLARED),
        packages(installed, Difference.Why.NEEDED),
        packages(installed, Difference.Why.EXTRA),
        installed.sources().stream()
            .filter(source -> source.made() == PackageSource.Made.BUILT_HERE)
            .map(Summary::built)
            .toList(),
        installed.noticed(),
        installed.unmet(),
        conflicts.stream().map(Conflict::shown).toList());
  }

  private static String built(PackageSource source) {
    String origin = source.origin() + source.builtFrom().map(digest -> " " + digest).orElse("");
    return "%s, from %s (%s)".formatted(source.shown(), origin, source.sha256());
  }

  private static List<String> packages(Installed installed, Difference.Why why) {
    return installed.difference().changes().stream()
        .filter(change -> change.why() == why)
        .map(Difference.Change::shown)
        .toList();
  }

  static Map<String, Map<String, String>> installed(Installed installed) {
    Map<String, Map<String, String>> all = new TreeMap<>();
    for (Ecosystem ecosystem : Ecosystem.values()) {
      all.put(ecosystem.name().toLowerCase(Locale.ROOT), new TreeMap<>());
    }
    for (Difference.Change change : installed.difference().changes()) {
      change
          .after()
          .ifPresent(
              version ->
                  Objects.requireNonNull(
                          all.get(change.ecosystem().name().toLowerCase(Locale.ROOT)))
                      .put(change.name(), version));
    }
    return all;
  }

  static Result.PackageConflict conflict(Conflict conflict) {
    return new Result.PackageConflict(
        conflict.packageName(),
        conflict.existingVersion(),
        conflict.newVersion(),
        conflict.affectedSkills(),
        conflict.canBeTested(),
        conflict.shown(),
        switch (conflict.resolution()) {
          case Conflict.Resolution.TestAgain _ -> "";
          case Conflict.Resolution.UseRange use ->
              "Declare " + conflict.packageName() + " " + use.range() + ".";
          case Conflict.Resolution.Separate(String needed) ->
              needed.isEmpty()
                  ? "Give each skill an environment of its own (assay.validation.environment: per-skill)."
                  : "Only %s %s would do for the others.".formatted(conflict.packageName(), needed);
        });
  }

  /// The findings of one executor about admitted skills.
  ///
  /// @param label the beginning of its sentences; empty for a single executor
  record Found(String label, Regressions regressions) {}

  /// Returns one line for each admitted skill.
  static List<Result.RegressionLine> regressions(List<Found> all) {
    Map<String, Result.RegressionLine> lines = new LinkedHashMap<>();
    for (Found found : all) {
      for (Regression each : found.regressions().tried()) {
        List<String> sentences =
            found.regressions().sentences(each.skill()).stream()
                .map(sentence -> found.label() + sentence)
                .toList();
        lines.merge(
            each.skill(),
            new Result.RegressionLine(each.skill(), each.tasks().size(), sentences),
            Summary::both);
      }
    }
    return List.copyOf(lines.values());
  }

  private static Result.RegressionLine both(
      Result.RegressionLine one, Result.RegressionLine other) {
    return new Result.RegressionLine(
        one.skill(),
        Math.max(one.tasks(), other.tasks()),
        Stream.concat(one.regressions().stream(), other.regressions().stream()).toList());
  }
}
