package dev.assay.testkit.trust;

import java.util.random.RandomGenerator;

/// A judge that gives 5 for a completed task and 1 for a failed one, with noise.
///
/// @param noise the standard deviation, in grades
/// @param leniency the number added to every grade
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
  /// @param done the share of tasks that are really completed
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

  /// The true result of a task.
  public enum Outcome {
    DONE,
    NOT_DONE
  }
}
