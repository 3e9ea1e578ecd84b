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
/// @param commands how long tools may take in all, sub-agents' included; the model's own time is
///   not in it
public record Budget(
    int turns, long tokens, Duration wall, Optional<BigDecimal> cost, Duration commands) {
  /// What ran out.
  public enum Limit {
    TURNS,
    TOKENS,
    TIME,
    COST,
    COMMANDS
  }

  public Budget {
    if (turns < 1 || tokens < 1 || !wall.isPositive() || !commands.isPositive()) {
      throw new IllegalArgumentException("a budget must allow for at least one answer");
    }
  }

  /// As long as there is time at all, tools may take it.
  public Budget(int turns, long tokens, Duration wall, Optional<BigDecimal> cost) {
    this(turns, tokens, wall, cost, wall);
  }

  public Budget withCommands(Duration most) {
    return new Budget(turns, tokens, wall, cost, most);
  }

  public static Budget of(int turns, long tokens, Duration wall) {
    return new Budget(turns, tokens, wall, Optional.empty());
  }
}
