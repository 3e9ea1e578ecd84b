package dev.assay.validation.proof;

import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SimulatedValidation;
import dev.assay.testkit.trust.SimulatedValidation.Arms;
import dev.assay.testkit.trust.SimulatedValidation.Batch;
import dev.assay.testkit.trust.SimulatedValidation.Seen;
import dev.assay.testkit.trust.SimulatedValidation.Wish;
import dev.assay.testkit.trust.SkillTruth;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/// Validations of skills with known truth, decided by the real rules.
final class SimulatedProof {
  static final NoisyJudge JUDGE = new NoisyJudge(.5, 0);
  private static final double CORRELATION = .2;

  private SimulatedProof() {}

  record Shares(double passed, double failed, double held, double calls) {
    double contradiction() {
      return 2 * passed * failed;
    }
  }

  static Shares measure(SkillTruth truth, int validations) {
    List<SimulatedValidation.Ended> ended =
        LongStream.range(0, validations)
            .mapToObj(seed -> run(ProofRules.STANDARD, truth, seed))
            .toList();
    return new Shares(
        share(ended, ProofDecision.Passed.class),
        share(ended, ProofDecision.Failed.class),
        share(ended, ProofDecision.Held.class),
        ended.stream().mapToInt(SimulatedValidation.Ended::calls).average().orElseThrow());
  }

  private static double share(List<SimulatedValidation.Ended> ended, Class<?> kind) {
    return ended.stream().filter(each -> kind.isInstance(each.verdict())).count()
        / (double) ended.size();
  }

  static SimulatedValidation.Ended run(ProofRules rules, SkillTruth truth, long seed) {
    ProofLevel level = rules.level();
    return new SimulatedValidation(truth, JUDGE, CORRELATION)
        .run(
            new Batch(level.first(), Arms.BOTH, level.probes(), level.offline()),
            (seen, grabbed, negatives) -> {
              Negatives tried = new Negatives(negatives, grabbed);
              if (tried.more() > 0) {
                return new Wish.MoreNegatives(tried.more());
              }
              return switch (Proof.decide(rules, observations(seen), tried)) {
                case ProofDecision.Continue more ->
                    new Wish.More(
                        new Batch(
                            more.more(),
                            more.baseline() ? Arms.BOTH : Arms.WITH_SKILL,
                            more.probes() ? level.probes() : 0,
                            level.offline()));
                case ProofDecision decided -> new Wish.End<>(decided);
              };
            },
            new SplittableRandom(seed * 7919 + 17));
  }

  static List<TaskObservation> observations(List<Seen> seen) {
    return seen.stream()
        .map(
            each ->
                new TaskObservation(
                    each.task(),
                    new TaskObservation.Attempt(
                        TaskObservation.completion(each.with().grade()), each.with().used()),
                    each.without().map(TaskObservation::completion),
                    each.probes(),
                    each.chosen(),
                    each.offline()
                        .map(
                            tried ->
                                new TaskObservation.Offline(
                                    TaskObservation.completion(tried.grade()),
                                    tried.used(),
                                    tried.destinations()))))
        .toList();
  }
}
