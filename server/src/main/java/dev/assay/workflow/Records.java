package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Reads runs, on any server.
final class Records {
  private static final String RUN =
      """
      select r.*, (select count(*) from workflow_run w
                   where r.state = 'waiting' and w.state = 'waiting'
                     and w.kind = r.kind and w.place < r.place) as ahead
      from workflow_run r
      """;

  private final JdbcClient jdbc;

  Records(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  RunRecord load(UUID run) {
    return find(run)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.RUN_NOT_FOUND, "There is no run with the id " + run + "."));
  }

  Optional<RunRecord> find(UUID run) {
    return jdbc.sql(RUN + "where r.id = ?").param(run).query(Records::readRun).optional();
  }

  List<RunRecord> about(String subject, int most) {
    return jdbc.sql(RUN + "where r.subject = ? order by r.asked_at desc, r.place desc limit ?")
        .params(subject, most)
        .query(Records::readRun)
        .list();
  }

  List<StepRecord> steps(UUID run) {
    return steps(run, "result");
  }

  /// The steps without their results, which can be long.
  List<StepRecord> outline(UUID run) {
    return steps(run, "null::json as result");
  }

  private List<StepRecord> steps(UUID run, String result) {
    return jdbc.sql(
            "select name, state, attempt, started_at, finished_at, reason, "
                + result
                + " from workflow_step where run = ? order by place")
        .param(run)
        .query(
            (row, number) ->
                new StepRecord(
                    row.getString("name"),
                    Words.read(StepRecord.State.class, row.getString("state")),
                    row.getInt("attempt"),
                    row.getObject("started_at", OffsetDateTime.class).toInstant(),
                    instant(row, "finished_at"),
                    Optional.ofNullable(row.getString("result")),
                    Optional.ofNullable(row.getString("reason"))))
        .list();
  }

  /// The waiting and running runs of every kind.
  List<UUID> alive() {
    return jdbc.sql("select id from workflow_run where state in ('waiting', 'running')")
        .query((row, number) -> row.getObject("id", UUID.class))
        .list();
  }

  Map<RunRecord.State, Long> count() {
    Map<RunRecord.State, Long> counts = new EnumMap<>(RunRecord.State.class);
    jdbc.sql("select state, count(*) as runs from workflow_run group by state")
        .query(
            row -> {
              counts.put(
                  Words.read(RunRecord.State.class, row.getString("state")), row.getLong("runs"));
            });
    return counts;
  }

  /// The results of a run's finished steps that contain a text.
  List<String> results(UUID run, String text) {
    return jdbc.sql(
            """
            select result from workflow_step
            where run = ? and state = 'finished' and position(? in result::text) > 0
            """)
        .params(run, text)
        .query((row, number) -> row.getString("result"))
        .list();
  }

  Optional<String> result(UUID run, String step) {
    return jdbc.sql(
            "select result from workflow_step where run = ? and name = ? and state = 'finished'")
        .params(run, step)
        .query(String.class)
        .optional();
  }

  List<RunEvent> events(UUID run, long after, int most) {
    return jdbc.sql("select * from workflow_event where run = ? and seq > ? order by seq limit ?")
        .params(run, after, most)
        .query(
            (row, number) ->
                new RunEvent(
                    row.getLong("seq"),
                    row.getObject("at", OffsetDateTime.class).toInstant(),
                    row.getString("kind"),
                    row.getString("body")))
        .list();
  }

  private static RunRecord readRun(ResultSet row, int number) throws SQLException {
    RunRecord.State state = Words.read(RunRecord.State.class, row.getString("state"));
    return new RunRecord(
        row.getObject("id", UUID.class),
        row.getString("kind"),
        row.getString("subject"),
        row.getString("input"),
        state,
        new RunRecord.Times(
            row.getObject("asked_at", OffsetDateTime.class).toInstant(),
            instant(row, "started_at"),
            instant(row, "deadline"),
            instant(row, "ended_at")),
        Optional.ofNullable(row.getString("cancelled_by")),
        OutcomeStore.read(state, row),
        row.getLong("ahead"));
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }
}
