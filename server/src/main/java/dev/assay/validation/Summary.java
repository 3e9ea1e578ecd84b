package dev.assay.validation;

import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Regressions;
import dev.assay.validation.evidence.Result;
import java.util.List;

/// Makes the short form of the evidence.
final class Summary {
  private Summary() {}

  static Result.Packages packages(Installed installed, List<Conflict> conflicts) {
    return new Result.Packages(
        packages(installed, Difference.Why.DECLARED),
        packages(installed, Difference.Why.NEEDED),
        packages(installed, Difference.Why.EXTRA),
        installed.sources().stream()
            .filter(source -> source.made() == PackageSource.Made.BUILT_HERE)
            .map(
                source ->
                    "%s, from %s (%s)".formatted(source.shown(), source.origin(), source.sha256()))
            .toList(),
        installed.noticed(),
        installed.unmet(),
        conflicts.stream().map(Conflict::shown).toList());
  }

  private static List<String> packages(Installed installed, Difference.Why why) {
    return installed.difference().changes().stream()
        .filter(change -> change.why() == why)
        .map(Difference.Change::shown)
        .toList();
  }

  static List<Result.RegressionLine> regressions(Regressions all) {
    return all.tried().stream()
        .map(
            each ->
                new Result.RegressionLine(
                    each.skill(), each.tasks().size(), all.sentences(each.skill())))
        .toList();
  }
}
