package dev.assay.testkit.trust;

import dev.assay.testkit.trust.NoisyJudge.Outcome;
import java.util.random.RandomGenerator;

/// A task of a skill with known truth. Tries of the same task are correlated: some tasks are easy,
/// and some need the skill more than others.
public final class SimulatedTask {
  private final SkillTruth truth;
  private final NoisyJudge judge;
  private final double shared;
  private final RandomGenerator random;
  private final double ease;
  private final double appeal;

  /// @param correlation the correlation between two tries of the same task
  public SimulatedTask(
      SkillTruth truth, NoisyJudge judge, double correlation, RandomGenerator random) {
    this.truth = truth;
    this.judge = judge;
    this.shared = Math.sin(Math.PI * correlation / 2); // of the underlying normal variables
    this.random = random;
    this.ease = random.nextGaussian();
    this.appeal = random.nextGaussian();
  }

  /// @param grade 1 to 5
  public record Try(int grade, boolean used, int destinations) {}

  public Try withSkill() {
    boolean used = chosen();
    return new Try(grade(used ? truth.success() : truth.alone()), used, 0);
  }

  public Try offline() {
    Try done = withSkill();
    return new Try(done.grade(), done.used(), random.nextDouble() < truth.destination() ? 1 : 0);
  }

  /// The grade without the skill.
  public int withoutSkill() {
    return grade(truth.alone());
  }

  /// Returns whether the skill is chosen.
  public boolean chosen() {
    return chosen(truth.choice(), random);
  }

  /// Draws whether a try completes the task, given the chance.
  public boolean done(double chance, RandomGenerator ofTry) {
    return happens(chance, ease, ofTry);
  }

  /// Draws whether a try chooses the skill, given the chance.
  public boolean chosen(double chance, RandomGenerator ofTry) {
    return happens(chance, appeal, ofTry);
  }

  private int grade(double chance) {
    return judge.grade(done(chance, random) ? Outcome.DONE : Outcome.NOT_DONE, random);
  }

  private boolean happens(double chance, double ofTask, RandomGenerator ofTry) {
    double latent = Math.sqrt(shared) * ofTask + Math.sqrt(1 - shared) * ofTry.nextGaussian();
    return latent > -quantile(chance);
  }

  /// The quantile of the normal distribution, by bisection over its series; exact enough for a
  /// simulation.
  static double quantile(double chance) {
    if (chance <= 0 || chance >= 1) {
      return chance <= 0 ? -40 : 40;
    }
    double low = -8;
    double high = 8;
    for (int step = 0; step < 40; step++) {
      double middle = (low + high) / 2;
      if (cumulative(middle) < chance) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static double cumulative(double x) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double tail =
        Math.exp(-x * x / 2)
            / Math.sqrt(2 * Math.PI)
            * t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return x > 0 ? 1 - tail : tail;
  }
}
