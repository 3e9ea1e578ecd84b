package dev.assay.cli.calibrate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// One validation of one skill of the corpus.
///
/// @param number the number of this validation of the skill, from 1
/// @param overall the overall score; empty if the validation was not scored
/// @param pairs pairs of grades of the same task, online and offline
/// @param rejudged pairs of grades of the same transcript, from its first and its repeated
///   judgement
/// @param second pairs of grades of the same transcript, from the judge and the second judge
/// @param models the models by purpose
/// @param conditions the models, prompts, policy and version of the server, as JSON
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
    rejudged = List.copyOf(Objects.requireNonNullElse(rejudged, List.of())); // absent in older logs
    second = List.copyOf(Objects.requireNonNullElse(second, List.of()));
    conditions = Objects.requireNonNullElse(conditions, "");
  }

  String key() {
    return skill + " " + mutation.word() + " " + number;
  }
}
