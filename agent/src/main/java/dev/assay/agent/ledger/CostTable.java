package dev.assay.agent.ledger;

import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The table of costs.
public final class CostTable {
  private static final String SUMS =
      """
      coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output,
      coalesce(sum(cached_tokens), 0) as cached, coalesce(sum(cache_writes), 0) as written,
      coalesce(sum(cost), 0) as cost, coalesce(sum(waited_ms), 0) as waited,
      count(*) filter (where input_tokens + output_tokens > 0) as calls
      """;

  private final JdbcClient jdbc;
  private final Clock clock;

  public CostTable(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// The sum of the calls of one purpose to one model.
  public record Line(
      Purpose purpose, String model, long calls, Usage usage, BigDecimal cost, Duration waited) {}

  /// The sum of the calls of one day or of one user.
  public record Total(String of, long calls, Usage usage, BigDecimal cost, Duration waited) {}

  public void add(
      Purpose purpose, String model, Usage usage, BigDecimal cost, Duration waited, String owner) {
    jdbc.sql(
            """
            insert into agent_cost (at, purpose, model, input_tokens, output_tokens, cached_tokens,
                                    cache_writes, cost, waited_ms, owner, account)
            values (:at, :purpose, :model, :input, :output, :cached, :written, :cost, :waited, :owner,
                    coalesce((select account from agent_cost_account where owner = :owner), ''))
            """)
        .param("at", time(clock.instant()))
        .param("purpose", purpose.name())
        .param("model", model)
        .param("input", usage.inputTokens())
        .param("output", usage.outputTokens())
        .param("cached", usage.cachedTokens())
        .param("written", usage.cacheWrites())
        .param("cost", cost)
        .param("waited", waited.toMillis())
        .param("owner", owner)
        .update();
  }

  public void assign(String owner, String account) {
    jdbc.sql(
            """
            insert into agent_cost_account (owner, account) values (?, ?)
            on conflict (owner) do update set account = excluded.account
            """)
        .params(owner, account)
        .update();
  }

  public Optional<String> findAccount(String owner) {
    return jdbc.sql("select account from agent_cost_account where owner = ?")
        .param(owner)
        .query(String.class)
        .optional();
  }

  /// The cost of an owner so far.
  public BigDecimal total(String owner) {
    return jdbc.sql("select coalesce(sum(cost), 0) from agent_cost where owner = ?")
        .param(owner)
        .query(BigDecimal.class)
        .single();
  }

  /// The cost of all calls since a time.
  public BigDecimal since(Instant time) {
    return jdbc.sql("select coalesce(sum(cost), 0) from agent_cost where at >= ?")
        .param(time(time))
        .query(BigDecimal.class)
        .single();
  }

  /// The cost of an account since a time.
  public BigDecimal since(Instant time, String account) {
    return jdbc.sql(
            """
            select coalesce(sum(cost), 0) from agent_cost where at >= ? and account = ?
            """)
        .params(time(time), account)
        .query(BigDecimal.class)
        .single();
  }

  public Usage usage(String owner) {
    return jdbc.sql("select " + SUMS + " from agent_cost where owner = ?")
        .param(owner)
        .query((row, _) -> usage(row))
        .single();
  }

  public List<Line> lines(String owner) {
    return jdbc.sql(
            "select purpose, model, "
                + SUMS
                + " from agent_cost where owner = ? group by purpose, model order by purpose,"
                + " model")
        .param(owner)
        .query((row, _) -> line(row))
        .list();
  }

  public List<Line> lines(Instant since) {
    return jdbc.sql(
            "select purpose, model, "
                + SUMS
                + " from agent_cost where at >= ? group by purpose, model order by purpose, model")
        .param(time(since))
        .query((row, _) -> line(row))
        .list();
  }

  /// The days of UTC since a time, the last first.
  public List<Total> days(Instant since) {
    return totals("to_char(at at time zone 'UTC', 'YYYY-MM-DD')", "whose desc", since);
  }

  /// The users since a time, the highest cost first; the name is empty for calls without a user.
  public List<Total> users(Instant since) {
    return totals("account", "cost desc, whose", since);
  }

  private List<Total> totals(String group, String order, Instant since) {
    return jdbc.sql(
            "select "
                + group
                + " as whose, "
                + SUMS
                + " from agent_cost where at >= ? group by whose order by "
                + order)
        .param(time(since))
        .query(
            (row, _) ->
                new Total(
                    row.getString("whose"),
                    row.getLong("calls"),
                    usage(row),
                    row.getBigDecimal("cost"),
                    Duration.ofMillis(row.getLong("waited"))))
        .list();
  }

  private static Line line(ResultSet row) throws SQLException {
    return new Line(
        Purpose.valueOf(row.getString("purpose")),
        row.getString("model"),
        row.getLong("calls"),
        usage(row),
        row.getBigDecimal("cost"),
        Duration.ofMillis(row.getLong("waited")));
  }

  private static Usage usage(ResultSet row) throws SQLException {
    return new Usage(
        row.getLong("input"),
        row.getLong("output"),
        row.getLong("cached"),
        row.getLong("written"),
        Optional.empty());
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
