package dev.assay.validation.proof;

import dev.assay.testkit.trust.SimulatedValidation;
import dev.assay.testkit.trust.SimulatedValidation.Arms;
import dev.assay.testkit.trust.SimulatedValidation.Batch;
import dev.assay.testkit.trust.SimulatedValidation.Wish;
import dev.assay.testkit.trust.SkillTruth;
import dev.assay.validation.settings.ProofRules;
import java.util.SplittableRandom;

/// A fixed number of tasks of a skill with known truth.
final class FixedProof {
  private FixedProof() {}

  static Standing standing(ProofRules rules, SkillTruth truth, int tasks, long seed) {
    SimulatedValidation.Ended ended =
        new SimulatedValidation(truth, SimulatedProof.JUDGE, .2)
            .run(
                new Batch(tasks, Arms.BOTH, 2, 3),
                (_, _, _) -> new Wish.End<>(true),
                new SplittableRandom(seed));
    return Estimation.of(rules, SimulatedProof.observations(ended.seen()), Negatives.NONE);
  }
}
