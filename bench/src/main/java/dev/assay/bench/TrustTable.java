package dev.assay.bench;

import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SimulatedValidation;
import dev.assay.testkit.trust.SimulatedValidation.Arms;
import dev.assay.testkit.trust.SimulatedValidation.Batch;
import dev.assay.testkit.trust.SimulatedValidation.Seen;
import dev.assay.testkit.trust.SimulatedValidation.Wish;
import dev.assay.testkit.trust.SkillTruth;
import dev.assay.validation.proof.Negatives;
import dev.assay.validation.proof.Proof;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.proof.TaskObservation;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ProofRules.RequireLift;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.SplittableRandom;

/// The results of validations of skills with known truth.
final class TrustTable {
  private final int validations;
  private final NoisyJudge judge;
  private final double correlation;
  private final ProofRules rules;

  TrustTable(int validations, NoisyJudge judge, double correlation, ProofLevel level) {
    this.validations = validations;
    this.judge = judge;
    this.correlation = correlation;
    this.rules = new ProofRules(level, ScoringPolicy.STANDARD, RequireLift.HOLD);
  }

  void head() {
    System.out.printf(
        "%-26s %6s %6s %7s %7s %7s %7s %7s %6s %6s %9s%n",
        "SKILL", "SCORE", "LIFT", "PASSED", "FAILED", "HELD", "WRONG", "FLIP", "TASKS", "CALLS",
        "IN 90 %");
  }

  void row(String name, SkillTruth truth, double line) {
    row(name, truth, line, 0);
  }

  /// @param harm the chance that a trial shows the skill's harm, which fails it
  void row(String name, SkillTruth truth, double line, double harm) {
    int passed = 0;
    int failed = 0;
    int covered = 0;
    long tasks = 0;
    long calls = 0;
    for (int seed = 0; seed < validations; seed++) {
      SplittableRandom random = new SplittableRandom(seed * 7919L + name.hashCode());
      SimulatedValidation.Ended ended = run(truth, random);
      ProofDecision decided = (ProofDecision) ended.verdict();
      boolean harmful = ended.seen().stream().anyMatch(_ -> random.nextDouble() < harm);
      passed += decided instanceof ProofDecision.Passed && !harmful ? 1 : 0;
      failed += decided instanceof ProofDecision.Failed || harmful ? 1 : 0;
      covered += decided.standing().score().interval().contains(truth.score(judge)) ? 1 : 0;
      tasks += ended.seen().size();
      calls += ended.calls();
    }
    double all = validations;
    boolean deserves =
        truth.score(judge) >= line
            && truth.lift(judge) > .01
            && truth.grabbing() < .25
            && harm == 0;
    System.out.printf(
        "%-26s %6.1f %+6.2f %7s %7s %7s %7s %7s %6.1f %6.0f %9s%n",
        name,
        truth.score(judge),
        truth.lift(judge),
        percent(passed / all),
        percent(failed / all),
        percent(1 - (passed + failed) / all),
        percent((deserves ? failed : passed) / all),
        percent(2 * (passed / all) * (failed / all)),
        tasks / all,
        calls / all,
        percent(covered / all));
  }

  static String percent(double share) {
    return "%.1f %%".formatted(100 * share);
  }

  private SimulatedValidation.Ended run(SkillTruth truth, SplittableRandom random) {
    ProofLevel level = rules.level();
    Arms arms = level == ProofLevel.QUICK ? Arms.WITH_SKILL : Arms.BOTH;
    return new SimulatedValidation(truth, judge, correlation)
        .run(
            new Batch(level.first(), arms, level.probes(), level.offline()),
            (seen, grabbed, negatives) -> {
              Negatives tried = new Negatives(negatives, grabbed);
              return level != ProofLevel.QUICK && tried.more() > 0
                  ? new Wish.MoreNegatives(tried.more())
                  : next(
                      Proof.decide(rules, seen.stream().map(TrustTable::observed).toList(), tried));
            },
            random);
  }

  private Wish next(ProofDecision decided) {
    ProofLevel level = rules.level();
    return switch (decided) {
      case ProofDecision.Continue more ->
          new Wish.More(
              new Batch(
                  more.more(),
                  more.baseline() ? Arms.BOTH : Arms.WITH_SKILL,
                  more.probes() ? level.probes() : 0,
                  level.offline()));
      case ProofDecision.Passed _, ProofDecision.Failed _, ProofDecision.Held _ ->
          new Wish.End<>(decided);
    };
  }

  private static TaskObservation observed(Seen seen) {
    return new TaskObservation(
        seen.task(),
        new TaskObservation.Attempt(
            TaskObservation.completion(seen.with().grade()), seen.with().used()),
        seen.without().map(TaskObservation::completion),
        seen.probes(),
        seen.chosen(),
        seen.offline()
            .map(
                tried ->
                    new TaskObservation.Offline(
                        TaskObservation.completion(tried.grade()),
                        tried.used(),
                        tried.destinations())));
  }
}
