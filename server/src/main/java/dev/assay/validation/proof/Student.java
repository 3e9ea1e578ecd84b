package dev.assay.validation.proof;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/// Student's t-distribution and the normal distribution.
final class Student {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private Student() {}

  /// Returns the probability of a value up to t.
  static double cumulative(double t, double degrees) {
    return TDistribution.of(degrees).cumulativeProbability(t);
  }

  static double quantile(double chance, double degrees) {
    return TDistribution.of(degrees).inverseCumulativeProbability(chance);
  }

  static double normalQuantile(double chance) {
    return NORMAL.inverseCumulativeProbability(chance);
  }
}
