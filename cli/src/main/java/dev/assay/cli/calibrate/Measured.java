package dev.assay.cli.calibrate;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/// One validation of one skill of the corpus.
///
/// @param number the first, the second, … of the same skill
/// @param overall empty if it was not scored
/// @param pairs of grades of the same task, online and offline
/// @param models by purpose
record Measured(
    String skill,
    Mutation mutation,
    int number,
    Outcome outcome,
    Optional<Double> overall,
    java.util.List<int[]> pairs,
    long calls,
    long inputTokens,
    long outputTokens,
    BigDecimal cost,
    Map<String, String> models) {
  enum Outcome {
    PASSED,
    FAILED,
    HELD,
    INCONCLUSIVE
  }

  String key() {
    return skill + " " + mutation.word() + " " + number;
  }
}
