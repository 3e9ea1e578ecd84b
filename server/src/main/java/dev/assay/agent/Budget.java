package dev.assay.agent;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// What a run may spend.
///
/// @param turns answers of the model
/// @param tokens read and written, those of sub-agents included
/// @param wall time from start to end
/// @param cost in the currency of the configured prices; empty for no limit
public record Budget(int turns, long tokens, Duration wall, Optional<BigDecimal> cost) {
  /// What ran out.
  public enum Limit {
    TURNS,
    TOKENS,
    TIME,
    COST
  }

  public Budget {
    if (turns < 1 || tokens < 1 || !wall.isPositive()) {
      throw new IllegalArgumentException("a budget must allow for at least one answer");
    }
  }

  public static Budget of(int turns, long tokens, Duration wall) {
    return new Budget(turns, tokens, wall, Optional.empty());
  }
}
