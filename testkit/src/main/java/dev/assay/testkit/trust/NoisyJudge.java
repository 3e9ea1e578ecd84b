package dev.assay.testkit.trust;

import java.util.random.RandomGenerator;

/// Gives 5 for what is done and 1 for what is not, give or take.
///
/// @param noise standard deviation, in grades
/// @param leniency added to every grade
public record NoisyJudge(double noise, double leniency) {
  private static final int BEST = 5;
  private static final int WORST = 1;
  private static final int STEPS = 4000;

  public int grade(Outcome outcome, RandomGenerator random) {
    return grade(outcome, random.nextGaussian());
  }

  private int grade(Outcome outcome, double deviation) {
    double raw = (outcome == Outcome.DONE ? BEST : WORST) + leniency + noise * deviation;
    return Math.clamp(Math.round(raw), WORST, BEST);
  }

  /// The mean completion it sees, 0 to 1.
  ///
  /// @param done share of tasks that are really done
  double expected(double done) {
    return done * mean(Outcome.DONE) + (1 - done) * mean(Outcome.NOT_DONE);
  }

  private double mean(Outcome outcome) {
    double sum = 0;
    double weight = 0;
    for (int step = 0; step <= STEPS; step++) {
      double deviation = -8 + 16.0 * step / STEPS;
      double density = Math.exp(-deviation * deviation / 2);
      sum += density * (grade(outcome, deviation) - WORST) / (BEST - WORST);
      weight += density;
    }
    return sum / weight;
  }

  /// Whether a task was really done.
  public enum Outcome {
    DONE,
    NOT_DONE
  }
}
