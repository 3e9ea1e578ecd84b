package dev.assay.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What conversations had written before their turns became live runs can still be read.
class LiveRunsMigrationStoryTest {
  private final TestDatabase database = new TestDatabase();

  private void migrate(String target) {
    Flyway.configure()
        .dataSource(database.source())
        .schemas("earlier")
        .target(target)
        .load()
        .migrate();
  }

  @Test
  void events_and_turns_of_before_are_kept_with_their_numbers() {
    JdbcClient jdbc = database.jdbc();
    UUID conversation = UUID.randomUUID();
    UUID done = UUID.randomUUID();
    UUID running = UUID.randomUUID();
    migrate("60");
    jdbc.sql(
            """
            insert into earlier.conversation (id, owner, title, created_at, updated_at, last_seq)
            values (?, 'local', 'old', now(), now(), 7)
            """)
        .param(conversation)
        .update();
    turn(jdbc, conversation, done, 1, "answered");
    turn(jdbc, conversation, running, 2, "running");
    jdbc.sql(
            """
            insert into earlier.conversation_event (conversation, seq, turn, kind, body, at)
            values (:conversation, 6, :done, 'done', '{"a":1}', now()),
                   (:conversation, 7, :running, 'text', '{}', now())
            """)
        .param("conversation", conversation)
        .param("done", done)
        .param("running", running)
        .update();

    migrate("latest");

    assertThat(
            jdbc.sql(
                    """
                    select e.seq || ' ' || e.kind || ' ' || e.body || ' ' || r.running
                      || ' ' || r.server || ' ' || r.cancel_wanted || ' ' || s.last_seq
                    from earlier.live_event e join earlier.live_run r on r.id = e.run
                      join earlier.live_stream s on s.id = r.stream
                    where s.id = ? order by r.place
                    """)
                .param(conversation)
                .query(String.class)
                .list())
        .containsExactly("6 done {\"a\":1} false one true 7", "7 text {} true one true 7");
    assertThat(
            jdbc.sql("select state from earlier.conversation_turn order by number")
                .query(String.class)
                .list())
        .containsExactly("answered", "running");
  }

  private static void turn(
      JdbcClient jdbc, UUID conversation, UUID turn, int number, String state) {
    jdbc.sql(
            """
            insert into earlier.conversation_turn (id, conversation, number, message, state, model,
              rehearsal, listed, began_at, server, beat_at, cancel_wanted)
            values (?, ?, ?, 'a question', ?, 'tiny', false, '[]', now(), 'one', now(), true)
            """)
        .params(turn, conversation, number, state)
        .update();
  }
}
