package dev.assay.validation.proof;

/// The standard error of a mean over tasks. A few tasks that agree by chance do not make it zero,
/// because the usual deviation counts like some further tasks.
///
/// @param usual the usual standard deviation between tasks
record Spread(double usual) {
  /// The number of tasks for which the usual deviation counts.
  private static final double WORTH = 3;

  Estimate of(double value, double[] influence, double furtherVariance) {
    double squares = WORTH * usual * usual;
    for (double each : influence) {
      squares += each * each;
    }
    double degrees = influence.length - 1 + WORTH;
    double variance = squares / degrees / influence.length + furtherVariance;
    return new Estimate(value, Math.sqrt(variance), degrees);
  }
}
