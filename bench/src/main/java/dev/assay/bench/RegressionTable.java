package dev.assay.bench;

import dev.assay.testkit.trust.SimulatedRegressions;
import dev.assay.testkit.trust.SimulatedRegressions.Suspect;
import dev.assay.validation.proof.RegressionDecision;
import dev.assay.validation.proof.RegressionPairs;
import dev.assay.validation.proof.RegressionPairs.Count;
import dev.assay.validation.proof.RegressionPairs.TaskPairs;
import dev.assay.validation.proof.RegressionProof;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// The rates at which admitted skills are blamed for regressions, rightly and wrongly.
record RegressionTable(int validations) {
  void head() {
    System.out.printf(
        "%-26s %8s %12s %14s %8s %7s %6s%n",
        "NEWCOMER", "APPROVED", "RELIABILITY", "WRONG CHARGE", "FOUND", "HELD", "RUNS");
  }

  void row(String name, SimulatedRegressions regressions) {
    int found = 0;
    int wrong = 0;
    int held = 0;
    long runs = 0;
    for (int seed = 0; seed < validations; seed++) {
      Set<String> charged = new HashSet<>();
      Set<String> suspected = new HashSet<>();
      runs +=
          regressions.run(
              suspects -> needs(suspects, charged, suspected), new SplittableRandom(seed));
      boolean right = charged.remove(SimulatedRegressions.FIRST);
      boolean damaged = regressions.damage().tasks() > 0;
      found += right && damaged ? 1 : 0;
      wrong += !charged.isEmpty() || (right && !damaged) ? 1 : 0;
      held += charged.isEmpty() && !right && !suspected.isEmpty() ? 1 : 0;
    }
    double all = validations;
    System.out.printf(
        "%-26s %8d %12s %14s %8s %7s %6.0f%n",
        name,
        regressions.skills(),
        TrustTable.percent(regressions.reliability()),
        TrustTable.percent(wrong / all),
        regressions.damage().tasks() > 0 ? TrustTable.percent(found / all) : "",
        TrustTable.percent(held / all),
        runs / all);
  }

  private static Map<String, Integer> needs(
      Map<String, List<Suspect>> suspects, Set<String> charged, Set<String> suspected) {
    Map<String, Integer> needs = new TreeMap<>();
    for (RegressionDecision each : RegressionProof.decide(pairs(suspects))) {
      switch (each) {
        case RegressionDecision.Continue more -> needs.put(more.skill(), more.pairs());
        case RegressionDecision.Regressed regressed -> charged.add(regressed.skill());
        case RegressionDecision.Suspected open -> suspected.add(open.skill());
        case RegressionDecision.Cleared _ -> {}
      }
    }
    return needs;
  }

  private static List<RegressionPairs> pairs(Map<String, List<Suspect>> suspects) {
    return suspects.entrySet().stream()
        .map(
            skill ->
                new RegressionPairs(
                    skill.getKey(), skill.getValue().stream().map(RegressionTable::task).toList()))
        .toList();
  }

  private static TaskPairs task(Suspect suspect) {
    return new TaskPairs(
        suspect.task(),
        new Count(suspect.pairs(), suspect.candidateDone(), suspect.candidateUsed()),
        new Count(suspect.pairs(), suspect.currentDone(), suspect.currentUsed()));
  }
}
