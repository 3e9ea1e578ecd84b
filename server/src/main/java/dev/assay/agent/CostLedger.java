package dev.assay.agent;

import dev.assay.agent.ledger.CostTable;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Costs in the database, by the configured prices.
public final class CostLedger implements Costs {
  private final CostTable table;
  private final ModelSettings settings;

  public CostLedger(JdbcClient jdbc, Clock clock, ModelSettings settings) {
    table = new CostTable(jdbc, clock);
    this.settings = settings;
  }

  @Override
  public BigDecimal book(Purpose purpose, String model, Usage usage, String owner) {
    BigDecimal cost = settings.cost(purpose, usage);
    if (usage.total() > 0) {
      boolean interrupted = Thread.interrupted(); // what was answered has to be paid
      try {
        table.add(purpose, model, usage, cost, owner);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
    return cost;
  }

  /// What an owner has cost so far.
  public BigDecimal total(String owner) {
    return table.total(owner);
  }

  public Usage usage(String owner) {
    return table.usage(owner);
  }
}
