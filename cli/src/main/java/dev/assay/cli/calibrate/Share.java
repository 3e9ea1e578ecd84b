package dev.assay.cli.calibrate;

/// A share: a count out of a total, with Wilson's 95 % interval.
record Share(int hits, int of) {
  private static final double Z = 1.959964;

  double value() {
    return of == 0 ? 0 : (double) hits / of;
  }

  double low() {
    return of == 0 ? 0 : Math.max(0, middle() - half());
  }

  double high() {
    return of == 0 ? 1 : Math.min(1, middle() + half());
  }

  private double middle() {
    return (value() + Z * Z / of / 2) / (1 + Z * Z / of);
  }

  private double half() {
    return Z / (1 + Z * Z / of) * Math.sqrt(value() * (1 - value()) / of + Z * Z / (4.0 * of * of));
  }

  String text() {
    return of == 0
        ? "not measured"
        : "%d of %d, %.0f %% [%.0f, %.0f]"
            .formatted(hits, of, 100 * value(), 100 * low(), 100 * high());
  }
}
