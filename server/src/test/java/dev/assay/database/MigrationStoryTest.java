package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What a database of a released Assay holds is the same after a newer one has migrated it.
class MigrationStoryTest {
  private final TestDatabase database = new TestDatabase();
  private final JdbcClient jdbc = database.jdbc();

  private void migrate(String target) {
    Flyway.configure()
        .dataSource(database.source())
        .schemas("released")
        .target(target)
        .load()
        .migrate();
  }

  private void fill() {
    for (String statement :
        """
        insert into account (id, name, role, origin, password_hash, must_change_password, created_at)
          values (gen_random_uuid(), 'ada', 'admin', 'local', 'hash', false, now());
        insert into access_token
          select gen_random_uuid(), id, 'api', 'ci', '\\x01', now(), now(), '1 day', now() from account;
        insert into skill (id, name, version, digest, status, bundle, uploaded_by, uploaded_at)
          values (gen_random_uuid(), 'word-count', 1, 'sha256:00', 'approved', '{"a": 1}', 'ada', now());
        insert into runtime_image (number, image, packages, created_at, created_by)
          values (0, '{}', '{}', now(), 'assay');
        insert into runtime_image_current (number) values (0);
        insert into runtime_image_skill (number, skill_id) select 0, id from skill;
        insert into workflow_run (id, kind, subject, input, state, allowed_ms, asked_at, started_at, deadline, epoch)
          values (gen_random_uuid(), 'validation', 'skill:1', '{}', 'running', 60000, now(), now(), now(), 3),
                 (gen_random_uuid(), 'validation', 'skill:2', '{}', 'finished', 60000, now(), now(), now(), 1);
        insert into workflow_step (run, name, state, attempt, started_at, result)
          select id, 'prepare', 'finished', 1, now(), '{"b": 2}' from workflow_run;
        insert into workflow_event (run, seq, at, kind, body)
          select id, 1, now(), 'step-finished', '{}' from workflow_run;
        insert into conversation (id, owner, title, created_at, updated_at)
          values (gen_random_uuid(), 'local', 'old', now(), now());
        insert into conversation_turn (id, conversation, number, message, state, model, rehearsal, listed, began_at)
          select gen_random_uuid(), id, 1, 'hello', 'answered', 'm', true, '[]', now() from conversation;
        insert into live_stream (id, last_seq) select id, 1 from conversation;
        insert into live_run (id, kind, stream, running, server, beat_at)
          select id, 'turn', conversation, false, 's', now() from conversation_turn;
        insert into live_event (stream, seq, run, kind, body, at)
          select conversation, 1, id, 'done', '{}', now() from conversation_turn;
        insert into audit_entry
          values (1, now(), 'ada', 'signed_in', 'account', '1', 'ada', '{}', '{}', '', '0', 'h1')
        """
            .split(";\n", -1)) {
      String schema = statement.strip();
      jdbc.sql(schema.replaceAll("(insert into|from) (?=[a-z])", "$1 released.")).update();
    }
  }

  /// Every row of every table, with the columns there are now.
  private Map<String, List<String>> columns() {
    Map<String, List<String>> columns = new TreeMap<>();
    jdbc.sql(
            """
            select table_name, array_agg(column_name::text order by column_name) as names
            from information_schema.columns
            where table_schema = 'released' and table_name <> 'flyway_schema_history'
            group by table_name
            """)
        .query(
            row -> {
              columns.put(
                  row.getString("table_name"),
                  List.of((String[]) row.getArray("names").getArray()));
            });
    return columns;
  }

  private Map<String, List<String>> rows(Map<String, List<String>> columns) {
    Map<String, List<String>> rows = new TreeMap<>();
    columns.forEach(
        (table, names) ->
            rows.put(
                table,
                jdbc.sql(
                        "select row("
                            + String.join(", ", names)
                            + ")::text as whole from released."
                            + table
                            + " order by 1")
                    .query(String.class)
                    .list()));
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = "87")
  void everything_in_it_is_there_afterwards(String released) {
    migrate(released);
    fill();
    Map<String, List<String>> columns = columns();
    Map<String, List<String>> before = rows(columns);
    assertThat(before.get("workflow_run")).hasSize(2);
    assertThat(before.values().stream().filter(each -> !each.isEmpty())).hasSizeGreaterThan(12);

    migrate("latest");

    assertThat(rows(columns)).isEqualTo(before);
  }
}
