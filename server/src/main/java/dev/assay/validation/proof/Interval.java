package dev.assay.validation.proof;

/// A closed interval.
public record Interval(double low, double high) {
  /// Returns Wilson's interval of a share. It is also right for none, for all, and for few tries.
  ///
  /// @param confidence the two-sided confidence, such as .9
  public static Interval wilson(int hits, int tries, double confidence) {
    if (tries == 0) {
      return new Interval(0, 1);
    }
    double z = Student.normalQuantile((1 + confidence) / 2);
    double share = (double) hits / tries;
    double square = z * z / tries;
    double middle = (share + square / 2) / (1 + square);
    double half =
        z / (1 + square) * Math.sqrt(share * (1 - share) / tries + square / (4.0 * tries));
    return new Interval(Math.max(0, middle - half), Math.min(1, middle + half));
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /// Clamps the interval to a range of possible values.
  public Interval within(double lowest, double highest) {
    return new Interval(Math.clamp(low, lowest, highest), Math.clamp(high, lowest, highest));
  }
}
