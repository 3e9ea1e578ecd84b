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

/// What a full test found about one skill.
///
/// @param reason why it did not pass; empty if it did
/// @param scores over all tasks, if all of them could be done, judged and recorded
/// @param saved how many of the tasks, from the first on, are those it was admitted with
/// @param executors what each model came to that did the tasks; the rest is of the one whose score
///   counts
public record Tested(
    String skill,
    Outcome outcome,
    String reason,
    Optional<Result.Scores> scores,
    List<Result.TaskResult> tasks,
    int saved,
    List<Line> executors) {
  /// What one executor came to.
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

  /// As many passed as the policy asks for. Where that depends on one without a result, there is
  /// none.
  ///
  /// @param all one for each executor that is configured
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

  /// A pass needs every task; a score over some of them would be another one.
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

  /// Without a proof nobody recorded what was tried offline, and no attempts are not the same as
  /// none that are known.
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
