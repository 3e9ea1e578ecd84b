package dev.assay.agent;

import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;

/// Books what model calls cost.
@FunctionalInterface
public interface Costs {
  /// Books one call.
  ///
  /// @return its price
  BigDecimal book(Purpose purpose, String model, Usage usage, String owner);

  static Costs free() {
    return (_, _, _, _) -> BigDecimal.ZERO;
  }
}
