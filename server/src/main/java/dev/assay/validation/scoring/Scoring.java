package dev.assay.validation.scoring;

import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.validation.settings.Weights;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Computes a score from evidence. Sums are exact. A shown value is rounded once, to one decimal,
/// and comparisons use the shown value.
public final class Scoring {
  /// The number of attempts from which the offline score is zero.
  public static final int MANY_ATTEMPTS = 3;

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal PER_GRADE = BigDecimal.valueOf(25);
  private static final int NO_ATTEMPTS = 100;
  private static final int FEW_ATTEMPTS = 70;
  private static final int OFFLINE_CAPABLE = 70;
  static final int OFFLINE_COMPLETED = 50;

  private Scoring() {}

  /// Returns the completion if every task was judged.
  public static Optional<BigDecimal> completion(List<TaskEvidence> evidence) {
    return mean(evidence, TaskEvidence::judged).map(Scoring::rounded);
  }

  public static Score score(ScoringPolicy policy, List<TaskEvidence> evidence) {
    if (evidence.isEmpty()) {
      return new Score.Missing("there were no tasks");
    }
    Optional<BigDecimal> completion = mean(evidence, TaskEvidence::judged);
    if (completion.isEmpty()) {
      return missing(evidence, "was not judged online", task -> task.judged().isEmpty());
    }
    if (rounded(completion.get()).compareTo(BigDecimal.valueOf(policy.completionFloor())) < 0) {
      return new Score.Stopped(rounded(completion.get()), policy, evidence);
    }
    if (evidence.stream().anyMatch(task -> task.activated().isEmpty())) {
      return missing(
          evidence, "has no evidence of which skills it used", task -> task.activated().isEmpty());
    }
    Optional<BigDecimal> offlineCompletion = mean(evidence, TaskEvidence::judgedOffline);
    if (offlineCompletion.isEmpty()) {
      return missing(evidence, "was not judged offline", task -> task.judgedOffline().isEmpty());
    }
    if (evidence.stream().anyMatch(task -> task.attempts().isEmpty())) {
      return missing(
          evidence, "has no record of the network offline", task -> task.attempts().isEmpty());
    }
    return scored(policy, evidence, completion.get(), offlineCompletion.get());
  }

  private static Score.Scored scored(
      ScoringPolicy policy,
      List<TaskEvidence> evidence,
      BigDecimal completion,
      BigDecimal offlineCompletion) {
    BigDecimal tasks = BigDecimal.valueOf(evidence.size());
    long activated = evidence.stream().filter(task -> task.activated().orElse(false)).count();
    BigDecimal trigger = ratio(HUNDRED.multiply(BigDecimal.valueOf(activated)), tasks);
    int attempts = evidence.stream().mapToInt(task -> task.attempts().orElseThrow().size()).sum();
    int offline = band(attempts);
    Weights weights = policy.weights();
    BigDecimal weighted =
        completion
            .multiply(BigDecimal.valueOf(weights.completion()))
            .add(trigger.multiply(BigDecimal.valueOf(weights.trigger())))
            .add(BigDecimal.valueOf((long) offline * weights.offline()));
    boolean capable = offline >= OFFLINE_CAPABLE && completedOffline(rounded(offlineCompletion));
    return new Score.Scored(
        rounded(completion),
        rounded(trigger),
        rounded(BigDecimal.valueOf(offline)),
        rounded(weighted.divide(HUNDRED)),
        rounded(offlineCompletion),
        attempts,
        capable,
        policy,
        evidence);
  }

  /// Makes a score from estimates, which also use trials that a point score leaves out.
  ///
  /// @param evidence the evidence of all tasks; those tried offline show the behaviour there
  public static Score.Scored estimated(
      ScoringPolicy policy,
      double completion,
      double trigger,
      double offline,
      double overall,
      List<TaskEvidence> evidence) {
    List<TaskEvidence> tried =
        evidence.stream().filter(task -> task.judgedOffline().isPresent()).toList();
    BigDecimal offlineCompletion = mean(tried, TaskEvidence::judgedOffline).orElse(BigDecimal.ZERO);
    int attempts = tried.stream().mapToInt(task -> task.attempts().map(Set::size).orElse(0)).sum();
    return new Score.Scored(
        rounded(BigDecimal.valueOf(completion)),
        rounded(BigDecimal.valueOf(trigger)),
        rounded(BigDecimal.valueOf(offline)),
        rounded(BigDecimal.valueOf(overall)),
        rounded(offlineCompletion),
        attempts,
        offline >= OFFLINE_CAPABLE && completedOffline(rounded(offlineCompletion)),
        policy,
        evidence);
  }

  static boolean completedOffline(BigDecimal completion) {
    return completion.compareTo(BigDecimal.valueOf(OFFLINE_COMPLETED)) >= 0;
  }

  private static int band(int attempts) {
    if (attempts == 0) {
      return NO_ATTEMPTS;
    }
    return attempts < MANY_ATTEMPTS ? FEW_ATTEMPTS : 0;
  }

  /// Returns the mean of the grades as 0 to 100, if every task has one.
  private static Optional<BigDecimal> mean(
      List<TaskEvidence> evidence, Function<TaskEvidence, Optional<Integer>> grade) {
    List<Integer> grades = evidence.stream().map(grade).flatMap(Optional::stream).toList();
    if (grades.isEmpty() || grades.size() < evidence.size()) {
      return Optional.empty();
    }
    long sum = grades.stream().mapToLong(each -> each - 1).sum();
    return Optional.of(
        ratio(PER_GRADE.multiply(BigDecimal.valueOf(sum)), BigDecimal.valueOf(grades.size())));
  }

  private static Score.Missing missing(
      List<TaskEvidence> evidence,
      String what,
      java.util.function.Predicate<TaskEvidence> affected) {
    String task =
        evidence.stream().filter(affected).map(TaskEvidence::task).findFirst().orElse("?");
    return new Score.Missing("task \"" + task + "\" " + what);
  }

  /// Divides with so many digits that rounding happens only once, at the end.
  private static BigDecimal ratio(BigDecimal value, BigDecimal by) {
    return value.divide(by, 20, RoundingMode.HALF_UP);
  }

  private static BigDecimal rounded(BigDecimal value) {
    return value.setScale(1, RoundingMode.HALF_UP);
  }
}
