package dev.assay.validation.proof;

/// Student's t and the normal distribution.
final class Student {
  private static final double[] LANCZOS = {
    76.18009172947146, -86.50532032941677, 24.01409824083091,
    -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5
  };
  private static final int MOST_TERMS = 300;
  private static final double TINY = 1e-300;
  private static final double EPSILON = 1e-14;
  private static final double NEARLY_NORMAL = 1e7;

  private Student() {}

  /// The chance of a value up to t.
  static double cumulative(double t, double degrees) {
    double tail = incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
    return t > 0 ? 1 - tail : tail;
  }

  static double quantile(double chance, double degrees) {
    if (chance <= 0 || chance >= 1) {
      throw new IllegalArgumentException("A chance is between 0 and 1, not " + chance + ".");
    }
    double low = -1e4;
    double high = 1e4;
    while (high - low > 1e-10 * Math.max(1, Math.abs(low))) {
      double middle = (low + high) / 2;
      if (cumulative(middle, degrees) < chance) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  static double normalQuantile(double chance) {
    return quantile(chance, NEARLY_NORMAL);
  }

  static double logGamma(double x) {
    double sum = 1.000000000190015;
    double y = x;
    for (double each : LANCZOS) {
      y += 1;
      sum += each / y;
    }
    double shifted = x + 5.5;
    return (x + 0.5) * Math.log(shifted) - shifted + Math.log(2.5066282746310005 * sum / x);
  }

  /// The regularized incomplete beta function, by its continued fraction (Lentz).
  private static double incompleteBeta(double a, double b, double x) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    double front =
        Math.exp(
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
    return x < (a + 1) / (a + b + 2)
        ? front * continuedFraction(a, b, x) / a
        : 1 - front * continuedFraction(b, a, 1 - x) / b;
  }

  private static double continuedFraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
    double h = d;
    for (int m = 1; m <= MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / nonZero(1 + even * d);
      c = nonZero(1 + even / c);
      h *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / nonZero(1 + odd * d);
      c = nonZero(1 + odd / c);
      h *= d * c;
      if (Math.abs(d * c - 1) < EPSILON) {
        break;
      }
    }
    return h;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }
}
