package dev.assay.validation;

import dev.assay.registry.Skill;
import dev.assay.skill.task.Task;
import dev.assay.validation.decision.Verdict;
import dev.assay.validation.decision.VerdictFindings;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.scoring.ScoringPolicy;
import dev.assay.validation.scoring.TaskEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is known so far in one execution of the workflow. What was not examined is missing, never a
/// default.
final class RunEvidence {
  private final Skill skill;
  private @Nullable Setup setup;
  private @Nullable Installed installed;
  private List<Task> tasks = List.of();
  private List<TaskRun> online = List.of();
  private List<Grade> onlineGrades = List.of();
  private List<TaskRun> offline = List.of();
  private List<Grade> offlineGrades = List.of();
  private Optional<List<Conflict>> conflicts = Optional.empty();
  private Optional<List<Regression>> regressions = Optional.empty();

  RunEvidence(Skill skill) {
    this.skill = skill;
  }

  Setup add(Setup found) {
    setup = found;
    return found;
  }

  Installed add(Installed found) {
    installed = found;
    return found;
  }

  Tasks add(Tasks found) {
    tasks = found.tasks();
    return found;
  }

  List<TaskRun> online(List<TaskRun> found) {
    online = found;
    return found;
  }

  void judgedOnline(List<Grade> found) {
    onlineGrades = found;
  }

  List<TaskRun> offline(List<TaskRun> found) {
    offline = found;
    return found;
  }

  void judgedOffline(List<Grade> found) {
    offlineGrades = found;
  }

  void conflicts(List<Conflict> found) {
    conflicts = Optional.of(found);
  }

  void regressions(List<Regression> found) {
    regressions = Optional.of(found);
  }

  Skill skill() {
    return skill;
  }

  Setup setup() {
    return Objects.requireNonNull(setup);
  }

  Installed installed() {
    return Objects.requireNonNull(installed);
  }

  List<Task> tasks() {
    return tasks;
  }

  Optional<TaskRun> offline(Task task) {
    return run(offline, task);
  }

  Optional<Grade> offlineGrade(Task task) {
    return grade(offlineGrades, task);
  }

  /// Whether what was installed decides already.
  boolean refusedAtOnce() {
    boolean strict = setup().policy().undeclared() == ScoringPolicy.Undeclared.STRICT;
    return installed().failure().isPresent()
        || (strict && !installed().difference().extras().isEmpty());
  }

  Score score() {
    List<TaskEvidence> evidence = new ArrayList<>();
    for (Task task : tasks) {
      evidence.add(
          new TaskEvidence(
              task.id(),
              grade(onlineGrades, task).map(grade -> grade.judgement().score()),
              run(online, task).map(run -> run.activated(skill.name())),
              offlineGrade(task).map(grade -> grade.judgement().score()),
              offline(task).map(run -> new TreeSet<>(run.attempts()))));
    }
    return Scoring.score(setup().policy(), evidence);
  }

  VerdictFindings findings() {
    return new VerdictFindings(
        setup().policy(),
        installed().failure(),
        installed().difference().extras().stream().map(Difference.Change::shown).toList(),
        tasks.isEmpty() ? Optional.empty() : Optional.of(score()),
        conflicts.map(
            all -> all.stream().filter(c -> !c.canBeTested()).map(Conflict::shown).toList()),
        regressions.map(all -> all.stream().flatMap(r -> r.sentences().stream()).toList()));
  }

  /// What came while tasks were done; it never reached the candidate.
  private List<String> installsOfTasks() {
    return Stream.concat(online.stream(), offline.stream())
        .flatMap(run -> run.installs().stream())
        .distinct()
        .sorted()
        .toList();
  }

  Result result(Verdict verdict) {
    Summary summary = new Summary(this, online, onlineGrades);
    return new Result(
        skill.name(),
        skill.version(),
        skill.bundle().digest().toString(),
        verdict instanceof Verdict.Passed ? "passed" : "failed",
        verdict instanceof Verdict.Failed failed ? failed.reasons() : List.of(),
        warnings(verdict),
        tasks.isEmpty() ? Optional.empty() : Result.Scores.of(score()),
        summary.tasks(),
        summary.packages(conflicts.orElse(List.of())),
        Summary.regressions(regressions.orElse(List.of())),
        setup().rehearsal(),
        "v1." + setup().imageNumber(),
        setup().policy().environment().word(),
        setup().image().base(),
        setup().image().architecture().word());
  }

  private List<String> warnings(Verdict verdict) {
    List<String> warnings = new ArrayList<>();
    if (verdict instanceof Verdict.Passed passed) {
      warnings.addAll(passed.warnings());
      if (tasks.stream().noneMatch(task -> Summary.completed(this, task))) {
        warnings.add(
            "None of its tasks was done offline, so it cannot be tested again when other skills are"
                + " validated.");
      }
    }
    warnings.addAll(installed().resolved());
    for (Regression each : regressions.orElse(List.of())) {
      if (each.tasks().isEmpty()) {
        warnings.add(
            "\"%s\" was not tested again: none of its tasks was done offline when it was admitted."
                .formatted(each.skill()));
      }
    }
    for (String installed : installsOfTasks()) {
      warnings.add("Installs " + installed + " during a task.");
    }
    return warnings;
  }

  static Optional<TaskRun> run(List<TaskRun> runs, Task task) {
    return runs.stream().filter(run -> run.task().equals(task.id())).findFirst();
  }

  static Optional<Grade> grade(List<Grade> grades, Task task) {
    return grades.stream().filter(grade -> grade.task().equals(task.id())).findFirst();
  }
}
