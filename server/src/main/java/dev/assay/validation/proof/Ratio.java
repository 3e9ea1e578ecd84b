package dev.assay.validation.proof;

/// A mean over all single observations, with what each task contributes to its error.
///
/// @param influence of each task; their sum is nothing
record Ratio(double value, double[] influence) {
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
