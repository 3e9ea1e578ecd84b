package dev.assay.cli.calibrate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// One validation of one skill of the corpus.
///
/// @param number the first, the second, … of the same skill
/// @param overall empty if it was not scored
/// @param pairs of grades of the same task, online and offline
/// @param rejudged grades of the same transcript, at first and once more
/// @param second grades of the same transcript, by the judge and by a second one
/// @param models by purpose
/// @param conditions models, prompts, policy and version of the server, as JSON
record Measured(
    String skill,
    Mutation mutation,
    int number,
    Outcome outcome,
    Optional<Double> overall,
    List<int[]> pairs,
    List<int[]> rejudged,
    List<int[]> second,
    long calls,
    long inputTokens,
    long outputTokens,
    BigDecimal cost,
    Map<String, String> models,
    String conditions) {
  enum Outcome {
    PASSED,
    FAILED,
    HELD,
    INCONCLUSIVE
  }

  Measured {
    rejudged = List.copyOf(Objects.requireNonNullElse(rejudged, List.of())); // not in older logs
    second = List.copyOf(Objects.requireNonNullElse(second, List.of()));
    conditions = Objects.requireNonNullElse(conditions, "");
  }

  String key() {
    return skill + " " + mutation.word() + " " + number;
  }
}
