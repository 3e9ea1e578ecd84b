package dev.assay.configuration;

import java.util.Collection;
import java.util.Comparator;

/// Suggests a known name for an unknown one: "did you mean …?".
final class Suggestion {
  private Suggestion() {}

  static String of(String name, Collection<String> known) {
    return known.stream()
        .filter(candidate -> distance(name, candidate) <= Math.max(2, candidate.length() / 4))
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .map(candidate -> " (did you mean " + candidate + "?)")
        .orElse(" (docs/reference/configuration.md lists all)");
  }

  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int substituted = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
