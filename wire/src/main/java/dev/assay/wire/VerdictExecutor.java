package dev.assay.wire;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The outcome of one model that did the tasks.
///
/// @param outcome the outcome: `passed`, `failed`, `held` or `inconclusive`
/// @param held the reasons why a person has to decide
/// @param inconclusive the reason why there is no verdict; empty if there is one
/// @param scores the scores; null if they could not all be measured
/// @param cost the cost of this model in the currency of the configured prices
public record VerdictExecutor(
    String model,
    String outcome,
    List<Verdict.Cause> reasons,
    List<String> held,
    String inconclusive,
    @Nullable VerdictScores scores,
    @Nullable VerdictProof proof,
    List<Cell> tasks,
    long calls,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    BigDecimal cost) {
  public VerdictExecutor {
    reasons = List.copyOf(reasons);
    held = List.copyOf(held);
    tasks = List.copyOf(tasks);
  }

  /// The grades of one task.
  ///
  /// @param online the judge's grade, 1 to 5; null if the task was not done or judged
  /// @param used whether the skill was used, online or offline
  public record Cell(
      String task, @Nullable Integer online, @Nullable Integer offline, boolean used) {}
}
