package dev.assay.validation.evidence;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// The same transcript judged more than once, to see how far a grade can be trusted.
///
/// @param judge the model that gave the grade which counts
/// @param score that grade
/// @param again what the same model gave when it was asked once more
/// @param secondJudge another model, if one is configured
/// @param second its grade
public record JudgeCheck(
    String task,
    String judge,
    int score,
    Optional<Integer> again,
    Optional<String> secondJudge,
    Optional<Integer> second) {
  private static final int FAR = 2;

  /// The standard deviation of one grade; empty without repeated grades.
  public static OptionalDouble noise(List<JudgeCheck> checks) {
    return checks.stream()
        .flatMap(each -> each.again.map(grade -> (double) grade - each.score).stream())
        .mapToDouble(difference -> difference * difference / 2)
        .average()
        .stream()
        .map(Math::sqrt)
        .findFirst();
  }

  /// By how many grades the judge is more lenient than the second one.
  public static OptionalDouble leniency(List<JudgeCheck> checks) {
    return checks.stream()
        .flatMap(each -> each.second.map(grade -> (double) each.score - grade).stream())
        .mapToDouble(difference -> difference)
        .average();
  }

  /// For a reviewer, if both judges are far apart.
  public Optional<String> disagreement() {
    return second
        .filter(grade -> Math.abs(grade - score) >= FAR)
        .map(
            grade ->
                String.format(
                    Locale.ROOT,
                    "The judges disagree about %s: %s gave %d of 5, %s gave %d.",
                    task,
                    judge,
                    score,
                    secondJudge.orElse("the second"),
                    grade));
  }
}
