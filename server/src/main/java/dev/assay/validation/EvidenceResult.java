package dev.assay.validation;

import dev.assay.validation.decision.Ruling;
import dev.assay.validation.evidence.ExecutorLine;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Regressions;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.finding.ExecutorFindings;
import dev.assay.validation.finding.FindingOverview;
import dev.assay.validation.scoring.OfflineWords;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Makes the result of a run from its evidence and its verdict.
final class EvidenceResult {
  private final RunEvidence evidence;

  EvidenceResult(RunEvidence evidence) {
    this.evidence = evidence;
  }

  /// Returns the kind of environment. A skill that carries packages has an environment of its own
  /// under any policy.
  private String environment() {
    return evidence.installed().environment().isEmpty()
        ? evidence.setup().policy().environment().word()
        : ScoringPolicy.Environment.PER_SKILL.word();
  }

  /// @param verdict passed, held or failed
  /// @param executors the findings of each executor
  /// @param regressed the findings of each executor about admitted skills
  Result of(Ruling verdict, List<ExecutorLine> executors, List<Result.RegressionLine> regressed) {
    List<String> warnings = warnings(verdict);
    return new Result(
        evidence.skill().name(),
        evidence.skill().version(),
        evidence.skill().bundle().digest().toString(),
        verdict.word(),
        verdict instanceof Ruling.Failed failed ? failed.reasons() : List.of(),
        warnings,
        evidence.scores(),
        evidence.taskResults(),
        Summary.packages(evidence.installed(), evidence.conflicts().orElse(List.of())),
        regressed,
        evidence.setup().rehearsal(),
        "v1." + evidence.setup().imageNumber(),
        environment(),
        evidence.setup().image().base(),
        evidence.setup().image().architecture().word(),
        evidence.setup().image().engine(),
        verdict instanceof Ruling.Held held ? held.reasons() : List.of(),
        evidence.summary(),
        findingsOf(verdict, warnings, executors),
        notReached(),
        evidence.tasks().isEmpty() ? OfflineWords.NOT_REACHED : OfflineWords.of(evidence.score()),
        FindingOverview.undeclared(evidence.hosts(), evidence.skill().name(), evidence.trials()),
        evidence.conflicts().orElse(List.of()).stream().map(Summary::conflict).toList(),
        Summary.installed(evidence.installed()),
        executors,
        evidence.setup().executorPolicy().word(),
        evidence.judgeChecks());
  }

  /// Lists the parts that the run did not reach.
  private List<String> notReached() {
    List<String> missing = new ArrayList<>();
    if (evidence.tasks().stream()
        .noneMatch(task -> evidence.trials().find(task, Trial.Phase.ONLINE).isPresent())) {
      missing.add("online");
    }
    if (evidence.tasks().stream().noneMatch(task -> evidence.offline(task).isPresent())) {
      missing.add("offline");
    }
    if (evidence.conflicts().isEmpty() || evidence.regressions().isEmpty()) {
      missing.add("layer2");
    }
    return missing;
  }

  private List<ResultFinding> findingsOf(
      Ruling verdict, List<String> warnings, List<ExecutorLine> executors) {
    ExecutorFindings others = new ExecutorFindings(evidence.skill().name(), executors);
    if (executors.size() < 2 || verdict instanceof Ruling.Failed) {
      return findingsOf(verdict, warnings);
    }
    return Stream.concat(
            findingsOf(verdict, others.without(warnings)).stream(),
            others.all().stream()
                .filter(
                    each -> // the reasons of a held verdict are those of its executors
                    !(verdict instanceof Ruling.Held) || each.code() != ResultFinding.Code.HELD))
        .sorted(Comparator.comparing(ResultFinding::severity).thenComparing(ResultFinding::code))
        .toList();
  }

  private List<ResultFinding> findingsOf(Ruling verdict, List<String> warnings) {
    return new FindingOverview(
            evidence.skill().name(),
            verdict,
            evidence.trials(),
            evidence.installed().difference().changes().isEmpty(),
            evidence.hosts(),
            evidence.setup().proof().network(),
            warnings,
            notReached(),
            evidence.skill().bundle().findings(),
            evidence.inspection())
        .all();
  }

  private List<String> warnings(Ruling verdict) {
    List<String> warnings = new ArrayList<>();
    List<String> found =
        switch (verdict) {
          case Ruling.Passed passed -> passed.warnings();
          case Ruling.Held held -> held.warnings();
          case Ruling.Failed _, Ruling.Inconclusive _ -> List.of();
        };
    if (!(verdict instanceof Ruling.Failed)) {
      warnings.addAll(found);
      if (evidence.tasks().stream().noneMatch(evidence::completedOffline)) {
        warnings.add(
            "None of its tasks was done offline, so it cannot be tested again when other skills are"
                + " validated.");
      }
    }
    evidence.trials().all().stream()
        .flatMap(trial -> trial.grade().stream())
        .flatMap(grade -> grade.disagreement().stream())
        .distinct()
        .forEach(warnings::add);
    evidence.judgeChecks().forEach(each -> each.disagreement().ifPresent(warnings::add));
    if (evidence.setup().proof().inspection() == ProofTerms.Inspected.WARN) {
      evidence.inspection().ifPresent(read -> warnings.addAll(read.doubts()));
    }
    warnings.addAll(evidence.setup().unenforced());
    warnings.addAll(evidence.installed().resolved());
    for (Regression each : evidence.regressions().map(Regressions::tried).orElse(List.of())) {
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

  /// Lists the packages that were installed during tasks. They never became part of the candidate.
  private List<String> installsOfTasks() {
    return evidence.trials().all().stream()
        .flatMap(trial -> trial.done().installs().stream())
        .distinct()
        .sorted()
        .toList();
  }
}
