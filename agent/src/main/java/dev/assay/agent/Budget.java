package dev.assay.agent;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// The limits of a run.
///
/// @param turns the number of the model's answers
/// @param tokens the tokens read and written, those of sub-agents included
/// @param wall the time from start to end
/// @param cost the cost in the currency of the configured prices; empty for no limit
/// @param commands the total time of the tools, those of sub-agents included, without the model's
///   own time
public record Budget(
    int turns, long tokens, Duration wall, Optional<BigDecimal> cost, Duration commands) {
  /// A limit that a run can reach.
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

  /// A budget that limits the time of tools only by the wall time.
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
