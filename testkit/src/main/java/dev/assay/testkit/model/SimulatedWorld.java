package dev.assay.testkit.model;

import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SkillTruth;
import java.util.Map;
import java.util.Optional;

/// The properties of a simulated model: the abilities of its agents and its judge.
///
/// @param usual the truth of every skill that is not named
/// @param named the truth of skills by name
/// @param correlation the correlation between two tries of the same task
/// @param faults the chance that a request fails with a fault of the server
/// @param seed the seed; the same seed and the same requests give the same answers, in any order
public record SimulatedWorld(
    SkillTruth usual,
    Map<String, SkillTruth> named,
    NoisyJudge judge,
    double correlation,
    double faults,
    long seed) {
  /// A world in which agents follow a skill 95 times of 100 and rarely do its tasks without it.
  public static final SimulatedWorld ORDINARY =
      new SimulatedWorld(
          new SkillTruth(.95, .1, .95, .03, 0), Map.of(), new NoisyJudge(.5, 0), .2, 0, 1);

  public SimulatedWorld {
    named = Map.copyOf(named);
  }

  public SimulatedWorld with(SkillTruth truth) {
    return new SimulatedWorld(truth, named, judge, correlation, faults, seed);
  }

  public SimulatedWorld with(NoisyJudge other) {
    return new SimulatedWorld(usual, named, other, correlation, faults, seed);
  }

  public SimulatedWorld withFaults(double chance) {
    return new SimulatedWorld(usual, named, judge, correlation, chance, seed);
  }

  public SimulatedWorld withSeed(long other) {
    return new SimulatedWorld(usual, named, judge, correlation, faults, other);
  }

  SkillTruth truth(Optional<String> skill) {
    return skill.map(name -> named.getOrDefault(name, usual)).orElse(usual);
  }
}
