package dev.assay.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.TestDatabase;
import dev.assay.database.DatabaseAddress;
import dev.assay.validation.KillableGate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Real processes on one database, killed with SIGKILL after every second step.
class CrashStoryTest {
  /// One more than there are slots.
  private static final int RUNS = CrashServer.SLOTS + 1;

  private static final int STEPS = 4;

  private final TestDatabase database = new TestDatabase();
  private final JdbcClient jdbc = database.jdbc();
  private final Deque<Process> servers = new ArrayDeque<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process server : servers) {
      server.destroyForcibly().waitFor();
    }
  }

  private void startServer(Duration heartbeat) throws IOException {
    DatabaseAddress address = database.address();
    List<String> words = new ArrayList<>(KillableGate.java());
    words.addAll(List.of(CrashServer.class.getName(), heartbeat.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("URL", address.url());
    builder.environment().put("DB_USER", address.user());
    builder.environment().put("DB_PASSWORD", address.password().reveal());
    servers.add(builder.start());
  }

  private Workflow reader() {
    DatabaseAddress address = database.address();
    return CrashServer.open(
        address.url(), address.user(), address.password().reveal(), Duration.ofSeconds(1));
  }

  private long count(String sql) {
    return jdbc.sql(sql).query(Long.class).single();
  }

  @Test
  void killed_again_and_again_all_runs_come_to_the_same_result() throws Exception {
    jdbc.sql(
            """
            create table note (number bigint generated always as identity, run uuid, step text,
              what text, process bigint, at timestamptz default clock_timestamp())
            """)
        .update();
    Duration heartbeat = Duration.ofMillis(300);
    Workflow reader = reader();
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      StartResult start =
          reader.start(new RunRequest("test", "subject-" + i, "", Duration.ofHours(1)));
      runs.add(((StartResult.Accepted) start).run());
    }
    startServer(heartbeat);
    startServer(heartbeat);
    String finished = "select count(*) from workflow_step where state = 'finished'";
    long seen = 0;
    int kills = 0;
    while (seen < RUNS * STEPS) {
      long before = seen;
      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(5))
          .until(
              () -> {
                assertThat(count("select count(*) from workflow_run where state = 'running'"))
                    .isLessThanOrEqualTo(CrashServer.SLOTS);
                return count(finished) > before + 1 || count(finished) == RUNS * STEPS;
              });
      servers.remove().destroyForcibly().waitFor();
      kills++;
      seen = count(finished);
      startServer(heartbeat);
    }
    for (UUID run : runs) {
      await().atMost(Duration.ofMinutes(2)).until(() -> reader.load(run).outcome().isPresent());
      assertThat(reader.load(run).outcome()).contains(new RunOutcome.Finished("7"));
      assertThat(reader.steps(run)).hasSize(STEPS).allMatch(s -> s.result().isPresent());
    }
    assertThat(kills).isGreaterThanOrEqualTo(4);
    assertThat(
            count(
                """
                select count(*) from note n join workflow_step s using (run)
                where n.step = s.name and n.what = 'begun' and n.at > s.finished_at
                """))
        .as("work begun after its result was written")
        .isZero();
    assertThat(count("select count(*) from workflow_run where state in ('waiting', 'running')"))
        .as("slots in use")
        .isZero();
    await().until(() -> count("select count(*) from workflow_task") == 0);
  }
}
