package dev.assay.agent;

import dev.assay.agent.ledger.CostTable;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;

/// The sum of the calls of one purpose to one model.
///
/// @param calls the number of answered calls
/// @param cost the cost in the currency of the configured prices
/// @param waited the time lost to the provider's faults and pauses
public record CostLine(
    Purpose purpose, String model, long calls, Usage usage, BigDecimal cost, Duration waited) {
  static CostLine of(CostTable.Line line) {
    return new CostLine(
        line.purpose(), line.model(), line.calls(), line.usage(), line.cost(), line.waited());
  }
}
