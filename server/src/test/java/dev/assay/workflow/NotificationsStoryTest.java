package dev.assay.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.database.Notifications;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The triggers, and the connection that receives what they say.
class NotificationsStoryTest {
  private static final TestDatabase DATABASE = new TestDatabase();

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  private final Notifications.Receiver receiver =
      new Notifications.Receiver() {
        @Override
        public void connected() {
          seen.add("connected");
        }

        @Override
        public void lost() {
          seen.add("lost");
        }

        @Override
        public void received(String payload) {
          seen.add(payload);
        }
      };

  private String next() throws InterruptedException {
    return seen.poll(20, TimeUnit.SECONDS);
  }

  private static LiveRuns runs() {
    return new LiveRuns(
        DATABASE.jdbc(), DATABASE.transactions(), Clock.systemUTC(), new EventSignals(), "test", 5);
  }

  @Test
  void events_and_ends_are_notified_also_after_the_connection_was_cut() throws Exception {
    UUID stream = UUID.randomUUID();
    UUID run = UUID.randomUUID();
    try (LiveRuns runs = runs();
        Notifications notifications =
            new Notifications(DATABASE.address(), EventSignals.CHANNEL, receiver)) {
      assertThat(next()).isEqualTo("connected");
      assertThat(runs.begin(run, stream)).isTrue();
      runs.append(run, new LiveEvent.New("text", "{}"));
      assertThat(next()).isEqualTo(stream.toString());

      DATABASE
          .jdbc()
          .sql(
              """
              select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'assay notifications' and datname = current_database()
              """)
          .query()
          .listOfRows();
      assertThat(next()).isEqualTo("lost");
      assertThat(next()).isEqualTo("connected");

      assertThat(runs.end(run, stream, List.of(), () -> {})).isTrue();
      assertThat(next()).isEqualTo(stream.toString());
      assertThat(notifications).isNotNull();
    }
    assertThat(next()).isEqualTo("lost");
  }

  @Test
  void a_run_of_a_workflow_notifies_when_its_state_changes_and_not_when_its_holder_does()
      throws Exception {
    UUID run = UUID.randomUUID();
    try (Notifications notifications =
        new Notifications(DATABASE.address(), EventSignals.CHANNEL, receiver)) {
      assertThat(next()).isEqualTo("connected");
      DATABASE
          .jdbc()
          .sql(
              """
              insert into workflow_run (id, kind, subject, input, state, allowed_ms, asked_at)
              values (?, 'test', 'about', '{}', 'waiting', 1000, now())
              """)
          .param(run)
          .update();
      DATABASE.jdbc().sql("update workflow_run set holder = 'somebody'").update();
      assertThat(seen).isEmpty();
      DATABASE.jdbc().sql("update workflow_run set state = 'running'").update();
      assertThat(next()).isEqualTo(run.toString());
      assertThat(notifications).isNotNull();
    }
  }
}
