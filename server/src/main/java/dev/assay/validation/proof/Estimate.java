package dev.assay.validation.proof;

/// A value with its standard error.
///
/// @param degrees the degrees of freedom of the standard error
public record Estimate(double value, double standardError, double degrees) {
  /// The confidence of the two-sided interval of an estimate.
  public static final double CONFIDENCE = .9;

  public Estimate {
    if (!(standardError > 0) || !(degrees > 0)) {
      throw new IllegalArgumentException(
          "No estimate is exact: standard error " + standardError + ", degrees " + degrees + ".");
    }
  }

  public Interval interval() {
    return interval(CONFIDENCE);
  }

  public Interval interval(double confidence) {
    double half = Student.quantile((1 + confidence) / 2, degrees) * standardError;
    return new Interval(value - half, value + half);
  }

  /// Returns the distance from a line in standard errors.
  public double distance(double line) {
    return (value - line) / standardError;
  }

  public double chanceAbove(double line) {
    return Student.cumulative(distance(line), degrees);
  }
}
