package dev.assay.validation.proof;

/// A mean over all single observations, with what each task contributes to its error.
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

  /// What one task contributes; the sum of all is nothing.
  double influence(int task) {
    return influence[task];
  }

  double[] influences() {
    return influence.clone();
  }

  /// @param sums of each task's observations
  /// @param counts of each task's observations
  /// @param otherwise the value if there are none
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
