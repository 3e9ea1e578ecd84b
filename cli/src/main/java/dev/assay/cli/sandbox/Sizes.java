package dev.assay.cli.sandbox;

import java.util.Locale;

/// Parses sizes such as `512m`, `2g` and `1048576`.
final class Sizes {
  private Sizes() {}

  static long parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT).strip();
    if (!lower.matches("[0-9]{1,12}[kmgt]?(i?b)?")) {
      throw new IllegalArgumentException("Not a size: " + text + " (for example 512m or 2g)");
    }
    String digits = lower.replaceAll("[^0-9]", "");
    int power =
        switch (lower.replaceAll("[0-9]|i?b$", "")) {
          case "k" -> 1;
          case "m" -> 2;
          case "g" -> 3;
          case "t" -> 4;
          default -> 0;
        };
    return Math.multiplyExact(Long.parseLong(digits), 1L << (10 * power));
  }
}
