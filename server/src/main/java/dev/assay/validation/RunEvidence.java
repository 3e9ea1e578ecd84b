package dev.assay.validation;

import dev.assay.registry.Skill;
import dev.assay.skill.task.Task;
import dev.assay.validation.decision.Verdict;
import dev.assay.validation.decision.VerdictFindings;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.scoring.ScoringPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is known so far in one execution of the workflow. What was not examined is missing, never a
/// default.
final class RunEvidence {
  private final Skill skill;
  private @Nullable Setup setup;
  private @Nullable Installed installed;
  private List<Task> tasks = List.of();
  private TrialList trials = TrialList.NONE;
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

  void add(List<Trial> found) {
    trials = trials.with(found);
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

  Optional<Trial> offline(Task task) {
    return trials.find(task, Trial.Phase.OFFLINE);
  }

  boolean completedOffline(Task task) {
    return offline(task).filter(Trial::completed).isPresent();
  }

  /// Whether what was installed decides already.
  boolean refusedAtOnce() {
    boolean strict = setup().policy().undeclared() == ScoringPolicy.Undeclared.STRICT;
    return installed().failure().isPresent()
        || (strict && !installed().difference().extras().isEmpty());
  }

  Score score() {
    return Scoring.score(setup().policy(), trials.evidence(tasks, skill.name()));
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
    return trials.all().stream()
        .flatMap(trial -> trial.done().installs().stream())
        .distinct()
        .sorted()
        .toList();
  }

  Result result(Verdict verdict) {
    return new Result(
        skill.name(),
        skill.version(),
        skill.bundle().digest().toString(),
        verdict instanceof Verdict.Passed ? "passed" : "failed",
        verdict instanceof Verdict.Failed failed ? failed.reasons() : List.of(),
        warnings(verdict),
        tasks.isEmpty() ? Optional.empty() : Result.Scores.of(score()),
        trials.results(tasks, skill.name()),
        Summary.packages(installed(), conflicts.orElse(List.of())),
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
      if (tasks.stream().noneMatch(this::completedOffline)) {
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
}
