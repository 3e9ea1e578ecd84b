package dev.assay.wire;

import java.math.BigDecimal;

/// The scores of a skill with the values from which they are computed.
///
/// @param overall the weighted sum of the three scores
/// @param offlineCompletion the completion of the tasks offline
/// @param attempts the number of attempts to reach the blocked network
/// @param threshold the overall score that passes
public record VerdictScores(
    BigDecimal completionScore,
    BigDecimal triggerScore,
    BigDecimal offlineScore,
    BigDecimal overall,
    BigDecimal offlineCompletion,
    int attempts,
    boolean offlineCapable,
    int threshold,
    Weights weights) {
  public record Weights(BigDecimal completion, BigDecimal trigger, BigDecimal offline) {}
}
