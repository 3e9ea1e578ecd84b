package dev.assay.agent;

import java.math.BigDecimal;
import java.util.Optional;

/// The limits of spending, in the currency of the configured prices; empty for no limit.
///
/// @param validation the limit of one validation or full test
/// @param day the limit of this installation for a day of UTC
/// @param user the limit of one user for such a day
public record CostLimits(
    Optional<BigDecimal> validation, Optional<BigDecimal> day, Optional<BigDecimal> user) {
  public static final CostLimits NONE =
      new CostLimits(Optional.empty(), Optional.empty(), Optional.empty());

  boolean isNone() {
    return equals(NONE);
  }
}
