package dev.assay.validation;

import dev.assay.agent.CostLine;
import dev.assay.skill.AssayException;
import dev.assay.skill.model.Purpose;
import dev.assay.validation.decision.Decision;
import dev.assay.validation.decision.ExecutorDecision;
import dev.assay.validation.decision.ExecutorVerdict;
import dev.assay.validation.decision.Ruling;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.evidence.ExecutorLine;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.validation.scoring.Score;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The evidence about a skill from each executor of a run.
final class ExecutorEvidence {
  private static final Set<Purpose> DONE_BY_EXECUTORS = Set.of(Purpose.EXECUTE, Purpose.COMPACT);

  private final RunEvidence common;
  private final List<RunEvidence> all;

  private ExecutorEvidence(RunEvidence common, List<RunEvidence> all) {
    this.common = common;
    this.all = List.copyOf(all);
  }

  /// @param common the evidence that is the same for all executors: setup and installation
  static ExecutorEvidence of(RunEvidence common) {
    return new ExecutorEvidence(
        common, common.setup().eachExecutor().stream().map(common::by).toList());
  }

  /// Lets each executor try the skill. If there are several and the model of one fails, that
  /// executor has no verdict and the others continue. Any other failure ends the trials of all.
  ///
  /// @param through tells whether an executor's part of the tests passed
  void tryOut(Predicate<RunEvidence> through) {
    for (RunEvidence each : all) {
      attempt(
          each,
          its -> {
            if (through.test(its) && its.budget().isEmpty()) {
              its.goOn();
            }
          });
    }
  }

  /// Runs the next part for the executors whose first part passed.
  void goOn(Consumer<RunEvidence> more) {
    all.stream().filter(RunEvidence::isThrough).forEach(each -> attempt(each, more));
  }

  private void attempt(RunEvidence each, Consumer<RunEvidence> work) {
    try {
      work.accept(each);
    } catch (AssayException failure) {
      boolean whole = each.written().failedBy(failure) || !TrialSteps.concernsModel(failure);
      if (all.size() == 1 || whole) {
        throw failure;
      }
      each.fail(failure);
    }
  }

  /// Tests whether enough executors passed, or may still pass, for an outcome other than a failure.
  boolean mayPass() {
    long open = all.stream().filter(each -> each.isThrough() || each.failure().isPresent()).count();
    boolean some = all.stream().anyMatch(RunEvidence::isThrough);
    return some && open >= common.setup().executorPolicy().needed(all.size());
  }

  /// Tests whether the budget was spent during the executors' first part.
  boolean budgetSpent() {
    return all.stream().anyMatch(each -> !each.budget().isEmpty());
  }

  /// Stops all executors. They share one budget, so those that passed cannot continue either.
  void stop(List<Conflict> conflicts) {
    BudgetStop first =
        all.stream()
            .map(RunEvidence::budget)
            .filter(its -> !its.isEmpty())
            .findFirst()
            .orElseThrow();
    all.forEach(each -> each.conflicts(conflicts));
    all.stream()
        .filter(RunEvidence::isThrough)
        .forEach(each -> each.budget().add(first, "tests of the admitted skills"));
  }

  private Ruling verdict(RunEvidence each) {
    if (each.failure().isPresent()) {
      AssayException failure = each.failure().get();
      return new Ruling.Inconclusive(failure.code() + ": " + failure.reason(), Decision.RESUME);
    }
    return each.isThrough() && !each.isWhole() && each.budget().isEmpty()
        ? new Ruling.Inconclusive(
            "its own tasks are through; the admitted skills were not tested again, because the"
                + " verdict was clear already.",
            Decision.RESUME)
        : Decision.decide(each.findings());
  }

  Ruling verdict() {
    return ExecutorDecision.decide(
        common.setup().executorPolicy(),
        all.stream().map(each -> new ExecutorVerdict(name(each), verdict(each))).toList());
  }

  private static String name(RunEvidence each) {
    return each.executorName();
  }

  /// Returns the executor whose score counts. The number of executors that are at least as good is
  /// the number that must prove the skill.
  RunEvidence decisive() {
    int needed = common.setup().executorPolicy().needed(all.size());
    List<RunEvidence> best =
        all.stream()
            .filter(each -> each.failure().isEmpty())
            .sorted(
                Comparator.comparingInt((RunEvidence each) -> rank(verdict(each)))
                    .thenComparing(ExecutorEvidence::overall, Comparator.reverseOrder()))
            .toList();
    return best.isEmpty() ? all.getFirst() : best.get(Math.min(needed, best.size()) - 1);
  }

  private static int rank(Ruling verdict) {
    return switch (verdict) {
      case Ruling.Passed _ -> 0;
      case Ruling.Held _ -> 1;
      case Ruling.Failed _, Ruling.Inconclusive _ -> 2;
    };
  }

  private static BigDecimal overall(RunEvidence each) {
    return !each.tasks().isEmpty() && each.score() instanceof Score.Scored scored
        ? scored.overall()
        : BigDecimal.valueOf(-1);
  }

  /// @param spent the costs of the run's models so far
  Result result(Ruling verdict, List<CostLine> spent) {
    List<ExecutorLine> lines = all.stream().map(each -> line(each, spent)).toList();
    return new EvidenceResult(decisive())
        .of(
            verdict,
            lines,
            Summary.regressions(
                all.stream()
                    .flatMap(
                        each ->
                            each.regressions().stream()
                                .map(found -> new Summary.Found(label(each), found)))
                    .toList()));
  }

  private String label(RunEvidence each) {
    return all.size() == 1 ? "" : "With " + name(each) + ": ";
  }

  private ExecutorLine line(RunEvidence each, List<CostLine> spent) {
    Ruling verdict = verdict(each);
    List<CostLine> own =
        spent.stream()
            .filter(line -> DONE_BY_EXECUTORS.contains(line.purpose()))
            .filter(line -> line.model().equals(name(each)))
            .toList();
    return new ExecutorLine(
        name(each),
        verdict.word(),
        verdict instanceof Ruling.Failed failed ? failed.reasons() : List.of(),
        verdict instanceof Ruling.Held held ? held.reasons() : List.of(),
        verdict instanceof Ruling.Inconclusive open ? open.reason() : "",
        each.scores(),
        each.summary(),
        ExecutorLine.cells(each.taskResults()),
        own.stream().mapToLong(CostLine::calls).sum(),
        own.stream().mapToLong(line -> line.usage().inputTokens()).sum(),
        own.stream().mapToLong(line -> line.usage().cachedTokens()).sum(),
        own.stream().mapToLong(line -> line.usage().outputTokens()).sum(),
        own.stream().map(CostLine::cost).reduce(BigDecimal.ZERO, BigDecimal::add));
  }
}
