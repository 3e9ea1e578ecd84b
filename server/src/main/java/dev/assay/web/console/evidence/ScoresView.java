package dev.assay.web.console.evidence;

import dev.assay.validation.PublishedJson;
import dev.assay.wire.VerdictScores;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// The three scores and their weighted sum.
public record ScoresView(
    List<Part> parts,
    BigDecimal overall,
    int threshold,
    int attempts,
    boolean offlineCapable,
    BigDecimal offlineCompletion) {
  /// @param meaning the meaning of the score in a few words
  public record Part(String name, BigDecimal value, String weight, String meaning) {}

  /// Reads the scores that a skill keeps.
  public static ScoresView read(String kept) {
    return of(PublishedJson.scores(kept).scores());
  }

  static ScoresView of(VerdictScores scores) {
    VerdictScores.Weights weights = scores.weights();
    return new ScoresView(
        List.of(
            part(
                "Completion",
                scores.completionScore(),
                weights.completion(),
                "tasks done, as judged"),
            part(
                "Trigger",
                scores.triggerScore(),
                weights.trigger(),
                "tasks in which the skill was used"),
            part(
                "Offline",
                scores.offlineScore(),
                weights.offline(),
                "by attempts to reach the blocked network")),
        scores.overall(),
        scores.threshold(),
        scores.attempts(),
        scores.offlineCapable(),
        scores.offlineCompletion());
  }

  public boolean passes() {
    return overall.compareTo(BigDecimal.valueOf(threshold)) >= 0;
  }

  /// Returns the formula, such as `0.50 × 100.0 + 0.35 × 100.0 + 0.15 × 0.0 = 85.0`.
  public String formula() {
    return String.join(
            " + ", parts.stream().map(part -> part.weight() + " × " + part.value()).toList())
        + " = "
        + overall;
  }

  /// Returns a short form for narrow places, such as `100.0 / 66.7 / 0.0`.
  public String brief() {
    return String.join(" / ", parts.stream().map(part -> part.value().toPlainString()).toList());
  }

  private static Part part(String name, BigDecimal value, BigDecimal weight, String meaning) {
    return new Part(name, value, weight.setScale(2, RoundingMode.HALF_UP).toPlainString(), meaning);
  }
}
