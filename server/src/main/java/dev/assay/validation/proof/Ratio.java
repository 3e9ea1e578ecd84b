package dev.assay.validation.proof;

/// The mean of all single observations, with the influence of each task on its error.
final class Ratio {
  private final double value;
  private final double[] influence;

  private Ratio(double value, double[] influence) {
    this.value = value;
    this.influence = influence;
  }

  double value() {
    return value;
  }

  /// Returns the influence of one task. The sum of all influences is zero.
  double influence(int task) {
    return influence[task];
  }

  double[] influences() {
    return influence.clone();
  }

  /// @param sums the sum of each task's observations
  /// @param counts the number of each task's observations
  /// @param otherwise the value without observations
  static Ratio of(double[] sums, double[] counts, double otherwise) {
    double sum = 0;
    double count = 0;
    for (int task = 0; task < sums.length; task++) {
      sum += sums[task];
      count += counts[task];
    }
    double[] influence = new double[sums.length];
    if (count == 0) {
      return new Ratio(otherwise, influence);
    }
    double value = sum / count;
    for (int task = 0; task < sums.length; task++) {
      influence[task] = (sums[task] - value * counts[task]) * sums.length / count;
    }
    return new Ratio(value, influence);
  }
}
