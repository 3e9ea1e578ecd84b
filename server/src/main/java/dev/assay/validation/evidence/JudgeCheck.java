package dev.assay.validation.evidence;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Repeated judgements of one transcript, which show how reliable a grade is.
///
/// @param judge the model that gave the grade that counts
/// @param score the grade that counts
/// @param again the grade of the same model when it was asked again
/// @param secondJudge the second judge's model, if one is configured
/// @param second the second judge's grade
public record JudgeCheck(
    String task,
    String judge,
    int score,
    Optional<Integer> again,
    Optional<String> secondJudge,
    Optional<Integer> second) {
  private static final int FAR = 2;

  /// Returns the standard deviation of a single grade; empty without repeated grades.
  public static OptionalDouble noise(List<JudgeCheck> checks) {
    return checks.stream()
        .flatMap(each -> each.again.map(grade -> (double) grade - each.score).stream())
        .mapToDouble(difference -> difference * difference / 2)
        .average()
        .stream()
        .map(Math::sqrt)
        .findFirst();
  }

  /// Returns the mean difference between the grades of the judge and of the second judge. A
  /// positive value means that the judge is more lenient.
  public static OptionalDouble leniency(List<JudgeCheck> checks) {
    return checks.stream()
        .flatMap(each -> each.second.map(grade -> (double) each.score - grade).stream())
        .mapToDouble(difference -> difference)
        .average();
  }

  /// Describes a large disagreement between both judges, for a reviewer.
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
