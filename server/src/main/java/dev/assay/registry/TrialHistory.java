package dev.assay.registry;

import dev.assay.skill.task.Task;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The outcome of each try of a skill's tasks, which is kept longer than the runs.
public final class TrialHistory {
  /// The source of a conversation's turn in which the skill was chosen.
  public static final String CONVERSATION = "conversation";

  private static final int MOST = 2_000;

  private final JdbcClient jdbc;
  private final Clock clock;

  public TrialHistory(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// @param digest the digest of the task's words: the same task has the same one in every run
  /// @param run the run of the try, or the turn of a conversation
  /// @param phase `online` or `offline`
  /// @param source `validation`, `full_test` or [#CONVERSATION]
  /// @param executor the model that did it
  /// @param score 1 to 5; 0 if it was not judged
  public record Outcome(
      UUID run,
      UUID skill,
      String digest,
      String phase,
      String task,
      String source,
      String executor,
      int score,
      boolean completed,
      boolean activated,
      Instant at) {}

  /// Adds outcomes. A repeated call for the same run changes nothing. Outcomes of a deleted skill
  /// are dropped.
  public void add(List<Outcome> outcomes) {
    for (Outcome each : outcomes) {
      jdbc.sql(
              """
              insert into trial_outcome (run_id, skill_id, task_digest, phase, task_id, source,
                executor, score, completed, activated, at)
              select ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ? from skill where id = ?
              on conflict do nothing
              """)
          .params(
              each.run(),
              each.digest(),
              each.phase(),
              each.task(),
              each.source(),
              each.executor(),
              each.score(),
              each.completed(),
              each.activated(),
              each.at().atOffset(ZoneOffset.UTC),
              each.skill())
          .update();
    }
  }

  public Instant now() {
    return clock.instant();
  }

  /// The outcomes of a skill, oldest first.
  public List<Outcome> of(UUID skill) {
    return jdbc.sql(
            """
            select * from (
              select * from trial_outcome where skill_id = ? order by at desc, run_id limit ?
            ) recent order by at, run_id, task_id, phase
            """)
        .params(skill, MOST)
        .query((row, _) -> outcome(row))
        .list();
  }

  /// The digest of a task's words. Its number does not identify it, because other tasks have it in
  /// other runs.
  public static String digest(Task task) {
    try {
      byte[] words = task.prompt().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(words));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Outcome outcome(ResultSet row) throws SQLException {
    return new Outcome(
        row.getObject("run_id", UUID.class),
        row.getObject("skill_id", UUID.class),
        row.getString("task_digest"),
        row.getString("phase"),
        row.getString("task_id"),
        row.getString("source"),
        row.getString("executor"),
        row.getInt("score"),
        row.getBoolean("completed"),
        row.getBoolean("activated"),
        row.getObject("at", OffsetDateTime.class).toInstant());
  }
}
