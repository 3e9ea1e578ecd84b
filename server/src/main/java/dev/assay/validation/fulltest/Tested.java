package dev.assay.validation.fulltest;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ScoringPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The result of a full test for one skill.
///
/// @param reason the reason why it did not pass; empty if it did
/// @param scores the scores over all tasks, if all of them could be done, judged and recorded
/// @param saved the number of tasks from its admission; they come first
/// @param executors the outcome of each model that did the tasks; all other values are those of the
///   model whose score counts
public record Tested(
    String skill,
    Outcome outcome,
    String reason,
    Optional<Result.Scores> scores,
    List<Result.TaskResult> tasks,
    int saved,
    List<Line> executors) {
  /// The outcome of one executor.
  public record Line(
      String model, Outcome outcome, String reason, Optional<Result.Scores> scores) {}

  public enum Outcome {
    PASSED,
    FAILED,
    INCONCLUSIVE;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Tested {
    tasks = List.copyOf(tasks);
    executors = List.copyOf(executors);
  }

  /// Combines the results of the executors by the policy. If the outcome depends on an executor
  /// without a result, there is none.
  ///
  /// @param all the results, one for each configured executor
  static Tested of(ExecutorPolicy policy, List<Tested> all) {
    int needed = policy.needed(all.size());
    List<Tested> best =
        all.stream()
            .sorted(
                Comparator.comparingInt((Tested each) -> rank(each.outcome()))
                    .thenComparing(Tested::overall, Comparator.reverseOrder()))
            .toList();
    Tested decisive = best.get(needed - 1);
    return new Tested(
        decisive.skill(),
        decisive.outcome(),
        all.size() == 1 || decisive.reason().isEmpty()
            ? decisive.reason()
            : "With " + decisive.executors().getFirst().model() + ": " + decisive.reason(),
        decisive.scores(),
        decisive.tasks(),
        decisive.saved(),
        all.stream().flatMap(each -> each.executors().stream()).toList());
  }

  private static int rank(Outcome outcome) {
    return switch (outcome) {
      case PASSED -> 0;
      case INCONCLUSIVE -> 1;
      case FAILED -> 2;
    };
  }

  private BigDecimal overall() {
    return scores.map(Result.Scores::overall).orElse(BigDecimal.ZERO);
  }

  private static Tested of(
      String skill,
      Outcome outcome,
      String reason,
      Optional<Result.Scores> scores,
      List<Result.TaskResult> tasks,
      int saved,
      String model) {
    return new Tested(
        skill,
        outcome,
        reason,
        scores,
        tasks,
        saved,
        List.of(new Line(model, outcome, reason, scores)));
  }

  /// Computes the result of one executor. It needs every task, because a score over only some of
  /// them would not be comparable.
  static Tested of(String skill, ScoringPolicy policy, TaskSet tasks, TrialList trials) {
    List<Result.TaskResult> results = trials.results(tasks.all(), skill);
    List<String> problems = new ArrayList<>();
    if (!tasks.problem().isEmpty()) {
      problems.add(tasks.problem());
    }
    trials.all().forEach(trial -> problem(trial).ifPresent(problems::add));
    int saved = tasks.saved().size();
    if (!problems.isEmpty()) {
      return of(
          skill,
          Outcome.INCONCLUSIVE,
          String.join(" ", problems),
          Optional.empty(),
          results,
          saved,
          trials.executors());
    }
    boolean recorded = trials.all().stream().allMatch(Tested::isRecorded);
    ScoringPolicy measured = recorded ? policy : policy.withoutOffline();
    Score score = Scoring.score(measured, trials.evidence(tasks.all(), skill));
    String reason = reason(measured, score);
    Outcome outcome =
        switch (score) {
          case Score.Missing _ -> Outcome.INCONCLUSIVE;
          case Score.Stopped _ -> Outcome.FAILED;
          case Score.Scored _ -> reason.isEmpty() ? Outcome.PASSED : Outcome.FAILED;
        };
    return of(
        skill,
        outcome,
        reason,
        recorded ? Result.Scores.of(score) : Optional.empty(),
        results,
        saved,
        trials.executors());
  }

  /// Tests whether the network of a trial was recorded. Without a proof, attempts are unknown,
  /// which is not the same as no attempts.
  private static boolean isRecorded(Trial trial) {
    return trial.phase() == Trial.Phase.ONLINE || trial.done().offlineProof().isPresent();
  }

  private static String reason(ScoringPolicy policy, Score score) {
    return switch (score) {
      case Score.Missing missing -> "There is no score: " + missing.what() + ".";
      case Score.Stopped stopped ->
          "Completion is %s, at least %d is needed."
              .formatted(stopped.completion(), policy.completionFloor());
      case Score.Scored scored when !scored.passes() ->
          "The overall score is %s, %d is needed.".formatted(scored.overall(), policy.threshold());
      case Score.Scored scored
          when policy.offline() == ScoringPolicy.Offline.REQUIRED && !scored.offlineCapable() ->
          "It has to work offline and does not.";
      case Score.Scored _ -> "";
    };
  }

  private static Optional<String> problem(Trial trial) {
    return trial.score().isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s could not be judged %s: %s"
                .formatted(
                    trial.task(),
                    trial.phase().name().toLowerCase(Locale.ROOT),
                    trial.grade().map(Grade::problem).orElse("")));
  }
}
