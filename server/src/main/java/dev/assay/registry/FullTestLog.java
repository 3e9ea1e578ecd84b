package dev.assay.registry;

import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The results of full tests of the admitted skills, which are kept longer than their runs.
public final class FullTestLog {
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;
  private final AuditWriter audit;

  public FullTestLog(
      JdbcClient jdbc, TransactionOperations transactions, AuditWriter audit, Clock clock) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// @param engine the engine of the test; empty if it is not known
  /// @param state `running`, or the ending of the run
  /// @param lines the results in the order of the skills' names
  public record FullTest(
      UUID run,
      int imageNumber,
      Optional<String> engine,
      boolean rehearsal,
      String by,
      Instant started,
      Optional<Instant> ended,
      String state,
      Optional<String> reason,
      List<Line> lines) {
    public FullTest {
      lines = List.copyOf(lines);
    }
  }

  /// The result of one skill in one full test.
  ///
  /// @param skill the skill; empty once it is deleted
  /// @param outcome `passed`, `failed` or `inconclusive`; empty while it is not known
  /// @param results the results as JSON
  public record Line(
      String name,
      Optional<UUID> skill,
      int version,
      Optional<String> outcome,
      Optional<BigDecimal> overall,
      Optional<String> results) {}

  /// The latest result of a skill in a full test.
  public record Last(Instant when, String results) {}

  /// The skills of a test that begins. A repeated call for the same run keeps its results.
  public record Opening(
      UUID run, int imageNumber, String engine, boolean rehearsal, String by, List<Tested> tested) {
    public Opening {
      tested = List.copyOf(tested);
    }
  }

  public record Tested(UUID skill, String name, int version) {}

  public void open(Opening opening) {
    transactions.executeWithoutResult(
        transaction -> {
          jdbc.sql(
                  """
                  insert into full_test
                    (run_id, image_number, engine, rehearsal, started_by, started_at, state)
                  values (?, ?, ?, ?, ?, ?, 'running')
                  on conflict (run_id) do update set state = 'running', ended_at = null, reason = null
                  """)
              .params(
                  opening.run(),
                  opening.imageNumber(),
                  opening.engine(),
                  opening.rehearsal(),
                  opening.by(),
                  now())
              .update();
          for (Tested each : opening.tested()) {
            jdbc.sql(
                    """
                    insert into full_test_skill (run_id, skill_name, skill_id, version)
                    select :run, :name, (select id from skill where id = :skill), :version
                    on conflict do nothing
                    """)
                .param("run", opening.run())
                .param("name", each.name())
                .param("skill", each.skill())
                .param("version", each.version())
                .update();
          }
        });
  }

  /// The validity of a result: whether it holds for the skill in use on the engine of its
  /// admission.
  public enum Scope {
    IN_USE,
    ELSEWHERE
  }

  /// Keeps the result of one skill for the test and, if the scope is in use, for the skill itself.
  public void keep(
      UUID run,
      Tested tested,
      Scope scope,
      String outcome,
      Optional<BigDecimal> overall,
      String results) {
    transactions.executeWithoutResult(
        transaction -> {
          jdbc.sql(
                  """
                  update full_test_skill
                  set outcome = ?, overall = nullif(?, '')::numeric, results = ?::jsonb
                  where run_id = ? and skill_name = ?
                  """)
              .params(
                  outcome,
                  overall.map(BigDecimal::toPlainString).orElse(""),
                  results,
                  run,
                  tested.name())
              .update();
          if (scope == Scope.IN_USE) {
            jdbc.sql(
                    "update skill set last_full_test_at = ?, full_test_results = ?::jsonb where id"
                        + " = ?")
                .params(now(), results, tested.skill())
                .update();
          }
        });
  }

  /// Ends a full test. Only the first call has an effect.
  ///
  /// @param reason the reason why it gave no result; empty otherwise
  public void end(UUID run, String state, String reason) {
    transactions.executeWithoutResult(
        transaction -> {
          int rows =
              jdbc.sql(
                      """
                      update full_test set state = ?, reason = nullif(?, ''), ended_at = ?
                      where run_id = ? and ended_at is null
                      """)
                  .params(state, reason, now(), run)
                  .update();
          if (rows > 0) {
            audit.record(
                AuditRecord.by(AuditRecord.THE_SERVER, AuditAction.FULL_TEST_ENDED, subject(run))
                    .to(Map.of("state", state, "reason", reason)));
          }
        });
  }

  /// The name of a full test in the audit log.
  public static AuditRecord.Subject subject(UUID run) {
    return new AuditRecord.Subject("full_test", run.toString(), "");
  }

  public Optional<FullTest> find(UUID run) {
    return read("where run_id = :run", Map.of("run", run)).stream().findFirst();
  }

  /// The last full tests, newest first.
  public List<FullTest> history(int most) {
    return read("order by started_at desc, run_id limit :most", Map.of("most", most));
  }

  /// The skill's result in the last full test that tested it.
  public Optional<Last> last(UUID skill) {
    return jdbc.sql(
            """
            select last_full_test_at, full_test_results from skill
            where id = ? and last_full_test_at is not null
            """)
        .param(skill)
        .query(
            (row, number) ->
                new Last(
                    row.getObject("last_full_test_at", OffsetDateTime.class).toInstant(),
                    row.getString("full_test_results")))
        .optional();
  }

  private List<FullTest> read(String which, Map<String, ?> values) {
    Map<UUID, List<Line>> lines = new HashMap<>();
    jdbc.sql(
            "select * from full_test_skill where run_id in (select run_id from full_test "
                + which
                + ") order by skill_name")
        .params(values)
        .query(
            row -> {
              lines
                  .computeIfAbsent(row.getObject("run_id", UUID.class), _ -> new ArrayList<>())
                  .add(line(row));
            });
    return jdbc.sql("select * from full_test " + which)
        .params(values)
        .query(
            (row, number) -> {
              UUID run = row.getObject("run_id", UUID.class);
              return new FullTest(
                  run,
                  row.getInt("image_number"),
                  Optional.ofNullable(row.getString("engine")),
                  row.getBoolean("rehearsal"),
                  row.getString("started_by"),
                  row.getObject("started_at", OffsetDateTime.class).toInstant(),
                  instant(row.getObject("ended_at", OffsetDateTime.class)),
                  row.getString("state"),
                  Optional.ofNullable(row.getString("reason")),
                  lines.getOrDefault(run, List.of()));
            })
        .list();
  }

  private static Line line(ResultSet row) throws SQLException {
    return new Line(
        row.getString("skill_name"),
        Optional.ofNullable(row.getObject("skill_id", UUID.class)),
        row.getInt("version"),
        Optional.ofNullable(row.getString("outcome")),
        Optional.ofNullable(row.getBigDecimal("overall")),
        Optional.ofNullable(row.getString("results")));
  }

  private static Optional<Instant> instant(@Nullable OffsetDateTime time) {
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
