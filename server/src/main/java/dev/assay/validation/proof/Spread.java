package dev.assay.validation.proof;

/// The standard error of a mean over tasks. A few tasks that happen to agree do not make it zero:
/// what is usual for tasks counts as much as some further ones.
///
/// @param usual standard deviation between tasks
record Spread(double usual) {
  /// The usual deviation counts like so many tasks.
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
