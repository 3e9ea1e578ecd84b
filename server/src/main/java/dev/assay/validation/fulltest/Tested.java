package dev.assay.validation.fulltest;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.scoring.ScoringPolicy;
import dev.assay.validation.scoring.TaskEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/// What a full test found about one skill.
///
/// @param reason why it did not pass; empty if it did
/// @param scores over all tasks, if all of them could be done and judged
/// @param saved how many of the tasks, from the first on, are those it was admitted with
public record Tested(
    String skill,
    Outcome outcome,
    String reason,
    Optional<Result.Scores> scores,
    List<Result.TaskResult> tasks,
    int saved) {
  public enum Outcome {
    PASSED,
    FAILED,
    INCONCLUSIVE;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// One task, done and judged.
  record Trial(TaskRun run, Graded graded) {}

  /// One task, online and offline.
  record Pair(dev.assay.skill.task.Task task, Trial online, Trial offline) {}

  public Tested {
    tasks = List.copyOf(tasks);
  }

  /// A pass needs every task; a score over some of them would be another one.
  static Tested of(String skill, ScoringPolicy policy, TaskSet tasks, List<Pair> pairs) {
    List<TaskEvidence> evidence = new ArrayList<>();
    List<Result.TaskResult> results = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    if (!tasks.problem().isEmpty()) {
      problems.add(tasks.problem());
    }
    for (Pair pair : pairs) {
      evidence.add(
          new TaskEvidence(
              pair.task().id(),
              score(pair.online()),
              Optional.of(pair.online().run().activated(skill)),
              score(pair.offline()),
              Optional.of(new TreeSet<>(pair.offline().run().attempts()))));
      results.add(
          new Result.TaskResult(
              pair.task().id(),
              pair.task().prompt(),
              attempt(pair.online(), skill),
              attempt(pair.offline(), skill)));
      problem(pair, "online", pair.online(), problems);
      problem(pair, "offline", pair.offline(), problems);
    }
    int saved = tasks.saved().size();
    if (!problems.isEmpty()) {
      return new Tested(
          skill,
          Outcome.INCONCLUSIVE,
          String.join(" ", problems),
          Optional.empty(),
          results,
          saved);
    }
    Score score = Scoring.score(policy, evidence);
    String reason = reason(policy, score);
    Outcome outcome =
        switch (score) {
          case Score.Missing _ -> Outcome.INCONCLUSIVE;
          case Score.Stopped _ -> Outcome.FAILED;
          case Score.Scored _ -> reason.isEmpty() ? Outcome.PASSED : Outcome.FAILED;
        };
    return new Tested(skill, outcome, reason, Result.Scores.of(score), results, saved);
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

  private static Optional<Integer> score(Trial trial) {
    return trial.graded().grade().map(grade -> grade.judgement().score());
  }

  private static Optional<Result.Attempt> attempt(Trial trial, String skill) {
    Optional<Grade> grade = trial.graded().grade();
    return grade.map(judged -> Result.Attempt.of(trial.run(), judged, skill));
  }

  private static void problem(Pair pair, String phase, Trial trial, List<String> problems) {
    if (trial.graded().grade().isEmpty()) {
      problems.add(
          "%s could not be judged %s: %s"
              .formatted(pair.task().id(), phase, trial.graded().problem()));
    }
  }
}
