package dev.assay.agent;

import java.math.BigDecimal;
import java.util.Optional;

/// What may be spent, in the currency of the configured prices; empty for no limit.
///
/// @param validation by one validation or full test
/// @param day by all of this installation on a day of UTC
/// @param user by one user on such a day
public record CostLimits(
    Optional<BigDecimal> validation, Optional<BigDecimal> day, Optional<BigDecimal> user) {
  public static final CostLimits NONE =
      new CostLimits(Optional.empty(), Optional.empty(), Optional.empty());

  boolean isNone() {
    return equals(NONE);
  }
}
