package dev.assay.web.console.evidence;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

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

  /// Reads the scores from a result or from a skill's own record.
  public static ScoresView read(String json) {
    return of(StoredJson.read(json));
  }

  static ScoresView of(JsonNode node) {
    JsonNode weights = node.path("weights");
    return new ScoresView(
        List.of(
            part(node, weights, "completion", "tasks done, as judged"),
            part(node, weights, "trigger", "tasks in which the skill was used"),
            part(node, weights, "offline", "by attempts to reach the blocked network")),
        number(node.path("overall")),
        node.path("threshold").asInt(0),
        node.path("attempts").asInt(0),
        node.path("offline_capable").asBoolean(false),
        number(node.path("offline_completion")));
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

  private static Part part(JsonNode node, JsonNode weights, String name, String meaning) {
    JsonNode value = node.path(name);
    return new Part(
        name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
        number(value.isMissingNode() ? node.path(name + "_score") : value),
        number(weights.path(name)).setScale(2, RoundingMode.HALF_UP).toPlainString(),
        meaning);
  }

  private static BigDecimal number(JsonNode node) {
    return node.isNumber() ? node.decimalValue() : BigDecimal.ZERO;
  }
}
