package dev.assay.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.TestDatabase;
import dev.assay.testkit.TestClock;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Servers that share one database, in this process, with quick heartbeats and a clock that stands.
final class TestRoom implements AutoCloseable {
  static final Duration ALLOWED = Duration.ofMinutes(10);

  final TestDatabase database = new TestDatabase();
  final TestClock clock = new TestClock();
  Clock machine = clock;
  final List<Duration> pauses = new CopyOnWriteArrayList<>();
  final AtomicInteger spaceQuestions = new AtomicInteger();
  volatile Optional<String> shortage = Optional.empty();
  private final List<Workflow> servers = new ArrayList<>();

  /// A server that works on one kind.
  Workflow server(WorkflowDefinition story, int atOnce) {
    return server(database.source(), story, atOnce);
  }

  Workflow server(DataSource source, WorkflowDefinition story, int atOnce) {
    WorkflowTiming pace =
        new WorkflowTiming(
            Duration.ofMillis(250),
            Duration.ofMillis(50),
            Duration.ofMillis(800),
            new WorkflowTiming.Retry(2, Duration.ofSeconds(5), pauses::add));
    Workflow server =
        new Workflow(
            source,
            machine,
            pace,
            new EventSignals(),
            () -> {
              spaceQuestions.incrementAndGet();
              return shortage;
            },
            List.of(new RunKind(story, atOnce)));
    servers.add(server);
    server.open();
    return server;
  }

  JdbcClient jdbc() {
    return database.jdbc();
  }

  static UUID start(Workflow server, String subject) {
    StartResult start = server.start(new RunRequest("test", subject, List.of(), ALLOWED));
    return ((StartResult.Accepted) start).run();
  }

  static RunOutcome outcome(Workflow server, UUID run) {
    awaitState(server, run, state -> !state.alive());
    return server.load(run).outcome().orElseThrow();
  }

  static void awaitRunning(Workflow server, UUID run) {
    awaitState(server, run, state -> state == RunRecord.State.RUNNING);
  }

  private static void awaitState(
      Workflow server, UUID run, java.util.function.Predicate<RunRecord.State> wanted) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(server.load(run).state()).matches(wanted));
  }

  @Override
  public void close() {
    servers.forEach(Workflow::close);
  }
}
