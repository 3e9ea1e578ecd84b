package dev.assay.agent;

import dev.assay.agent.ledger.CostTable;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;

/// The sum of the calls of one day or of one user.
///
/// @param of the day, as `2026-11-16`, or the user's name; empty for calls without a user
/// @param waited the time lost to providers' faults and pauses
public record CostTotal(String of, long calls, Usage usage, BigDecimal cost, Duration waited) {
  static CostTotal of(CostTable.Total total) {
    return new CostTotal(total.of(), total.calls(), total.usage(), total.cost(), total.waited());
  }
}
