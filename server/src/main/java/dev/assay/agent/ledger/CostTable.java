package dev.assay.agent.ledger;

import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The table of costs.
public final class CostTable {
  private final JdbcClient jdbc;
  private final Clock clock;

  public CostTable(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  public void add(Purpose purpose, String model, Usage usage, BigDecimal cost, String owner) {
    jdbc.sql(
            """
            insert into agent_cost (at, purpose, model, input_tokens, output_tokens, cost, owner)
            values (:at, :purpose, :model, :input, :output, :cost, :owner)
            """)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .param("purpose", purpose.name())
        .param("model", model)
        .param("input", usage.inputTokens())
        .param("output", usage.outputTokens())
        .param("cost", cost)
        .param("owner", owner)
        .update();
  }

  /// What an owner has cost so far.
  public BigDecimal total(String owner) {
    return jdbc.sql("select coalesce(sum(cost), 0) from agent_cost where owner = ?")
        .param(owner)
        .query(BigDecimal.class)
        .single();
  }

  public Usage usage(String owner) {
    return jdbc.sql(
            """
            select coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output
            from agent_cost where owner = ?
            """)
        .param(owner)
        .query((row, _) -> new Usage(row.getLong("input"), row.getLong("output")))
        .single();
  }
}
