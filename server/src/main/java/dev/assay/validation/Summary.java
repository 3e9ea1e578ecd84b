package dev.assay.validation;

import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.TaskRun;
import java.util.List;
import java.util.Optional;

/// Makes the short form of the evidence.
record Summary(RunEvidence evidence, List<TaskRun> online, List<Grade> onlineGrades) {

  List<Result.TaskResult> tasks() {
    return evidence.tasks().stream()
        .map(
            task ->
                new Result.TaskResult(
                    task.id(),
                    task.prompt(),
                    attempt(RunEvidence.run(online, task), RunEvidence.grade(onlineGrades, task)),
                    attempt(evidence.offline(task), evidence.offlineGrade(task))))
        .toList();
  }

  private Optional<Result.Attempt> attempt(Optional<TaskRun> run, Optional<Grade> grade) {
    return run.flatMap(
        done -> grade.map(judged -> Result.Attempt.of(done, judged, evidence.skill().name())));
  }

  Result.Packages packages(List<Conflict> conflicts) {
    return new Result.Packages(
        packages(Difference.Why.DECLARED),
        packages(Difference.Why.NEEDED),
        packages(Difference.Why.EXTRA),
        evidence.installed().sources().stream()
            .filter(source -> source.made() == PackageSource.Made.BUILT_HERE)
            .map(
                source ->
                    "%s, from %s (%s)".formatted(source.shown(), source.origin(), source.sha256()))
            .toList(),
        evidence.installed().noticed(),
        evidence.installed().unmet(),
        conflicts.stream().map(Conflict::shown).toList());
  }

  private List<String> packages(Difference.Why why) {
    return evidence.installed().difference().changes().stream()
        .filter(change -> change.why() == why)
        .map(Difference.Change::shown)
        .toList();
  }

  static List<Result.RegressionLine> regressions(List<Regression> all) {
    return all.stream()
        .map(each -> new Result.RegressionLine(each.skill(), each.tasks().size(), each.sentences()))
        .toList();
  }

  /// Whether a saved task was done and whether the skill was used for it, offline.
  static boolean completed(RunEvidence evidence, Task task) {
    return evidence.offlineGrade(task).filter(grade -> grade.judgement().completed()).isPresent();
  }
}
