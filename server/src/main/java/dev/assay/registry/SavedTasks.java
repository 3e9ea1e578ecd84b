package dev.assay.registry;

import dev.assay.skill.task.Task;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// The tasks that belong to skills.
public final class SavedTasks {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;

  public SavedTasks(JdbcClient jdbc, TransactionOperations transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  public List<SavedTask> of(UUID skill) {
    return jdbc.sql("select * from skill_task where skill_id = ? order by position")
        .param(skill)
        .query(
            (row, number) ->
                new SavedTask(
                    JSON.readValue(row.getString("task"), Task.class),
                    row.getBoolean("completed_offline"),
                    row.getBoolean("activated"),
                    row.getBoolean("rehearsal")))
        .list();
  }

  /// Replaces the kept tasks of a skill.
  public void replace(UUID skill, List<SavedTask> tasks) {
    transactions.executeWithoutResult(
        transaction -> {
          jdbc.sql("delete from skill_task where skill_id = ?").param(skill).update();
          int position = 0;
          for (SavedTask saved : tasks) {
            jdbc.sql(
                    """
                    insert into skill_task (skill_id, task_id, position, task, completed_offline,
                      activated, rehearsal)
                    values (?, ?, ?, ?::jsonb, ?, ?, ?)
                    """)
                .params(
                    skill,
                    saved.task().id(),
                    position++,
                    JSON.writeValueAsString(saved.task()),
                    saved.completedOffline(),
                    saved.activated(),
                    saved.rehearsal())
                .update();
          }
        });
  }
}
