package dev.assay.workflow;

import static dev.assay.workflow.TestRoom.awaitRunning;
import static dev.assay.workflow.TestRoom.outcome;
import static dev.assay.workflow.TestRoom.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.WallClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/// Runs that are cancelled, run out of time, or lose the server they are on.
class StoppingStoryTest {
  private final TestRoom room = new TestRoom();
  private final CountDownLatch working = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();

  private final TestStory story =
      new TestStory(
          run -> {
            run.step("first", Integer.class, () -> 1);
            return run.step(
                "long",
                Integer.class,
                () -> {
                  begun.incrementAndGet();
                  working.countDown();
                  go.await();
                  return 2;
                });
          });

  @AfterEach
  void close() {
    go.countDown();
    room.close();
  }

  @Test
  void a_run_is_cancelled_from_another_server_and_its_slot_goes_to_the_next()
      throws InterruptedException {
    Workflow holder = room.server(story, 1);
    UUID run = start(holder, "x");
    working.await();
    Workflow other = room.server(new TestStory(next -> "next"), 1);
    UUID next = start(other, "y");
    assertThat(other.load(next).state()).isEqualTo(RunRecord.State.WAITING);

    assertThat(other.cancel(run, "anna")).isTrue();
    assertThat(outcome(other, run)).isEqualTo(new RunOutcome.Cancelled("anna"));
    assertThat(story.cleaned).containsExactly("long");
    assertThat(story.endings).containsExactly(new RunOutcome.Cancelled("anna"));
    assertThat(other.steps(run).getLast().state()).isEqualTo(StepRecord.State.INTERRUPTED);
    assertThat(other.cancel(run, "bert")).isFalse();
    go.countDown();
    assertThat(outcome(other, next)).isInstanceOf(RunOutcome.Finished.class);
  }

  @Test
  void a_run_that_waits_is_cancelled_at_once_and_never_told() throws InterruptedException {
    Workflow server = room.server(story, 1);
    UUID first = start(server, "x");
    working.await();
    UUID waiting = start(server, "y");
    assertThat(server.load(waiting).ahead()).isZero();
    assertThat(server.cancel(waiting, "anna")).isTrue();
    assertThat(server.load(waiting).outcome()).contains(new RunOutcome.Cancelled("anna"));
    go.countDown();
    outcome(server, first);
    assertThat(server.steps(waiting)).isEmpty();
    assertThat(begun).hasValue(1);
  }

  @Test
  void a_wish_to_cancel_outlives_the_server_that_held_the_run() throws InterruptedException {
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    working.await();
    server.close();
    room.jdbc().sql("update workflow_run set cancelled_by = 'anna'").update();
    Workflow next = room.server(story, 1);
    assertThat(outcome(next, run)).isEqualTo(new RunOutcome.Cancelled("anna"));
    assertThat(begun).hasValue(1);
  }

  @Test
  void steps_side_by_side_all_stop() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    StepWork<Integer> forever =
        () -> {
          both.countDown();
          new CountDownLatch(1).await();
          return 0;
        };
    TestStory pair =
        new TestStory(
            run ->
                run.steps(
                    Integer.class, List.of(new Step<>("a", forever), new Step<>("b", forever)), 2));
    Workflow server = room.server(pair, 1);
    UUID run = start(server, "x");
    both.await();
    server.cancel(run, "anna");
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Cancelled("anna"));
    assertThat(pair.cleaned).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void when_its_time_is_over_a_run_is_stopped_and_can_be_resumed() throws InterruptedException {
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    working.await();
    room.clock.pass(TestRoom.ALLOWED.minusMillis(1));
    assertThat(server.load(run).state()).isEqualTo(RunRecord.State.RUNNING);
    room.clock.pass(Duration.ofMillis(1));
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.TimedOut(room.clock.instant()));
    assertThat(story.cleaned).containsExactly("long");

    go.countDown();
    server.resume(run);
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(server.steps(run)).extracting(StepRecord::attempt).containsExactly(1, 2);
  }

  @Test
  void time_that_passes_while_no_server_is_up_does_not_count() throws InterruptedException {
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    working.await();
    room.clock.pass(TestRoom.ALLOWED.dividedBy(2));
    await().until(() -> used(run) > 0);
    server.close();
    room.clock.pass(TestRoom.ALLOWED.multipliedBy(20));
    Instant again = room.clock.instant();
    Workflow next = room.server(story, 1);
    await().until(() -> begun.get() == 2);
    assertThat(next.load(run).times().deadline())
        .contains(again.plus(TestRoom.ALLOWED.dividedBy(2)));

    room.clock.pass(TestRoom.ALLOWED.dividedBy(2));
    assertThat(outcome(next, run)).isInstanceOf(RunOutcome.TimedOut.class);
  }

  @Test
  void a_jump_of_the_machines_clock_takes_nothing_of_a_runs_time() throws InterruptedException {
    room.machine = new WallClock(room.clock);
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    working.await();
    room.clock.pass(TestRoom.ALLOWED.multipliedBy(20));
    for (int looks = 0; looks < 2; looks++) {
      long before = used(run);
      await().until(() -> used(run) > before);
    }
    go.countDown();
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Finished("2"));
  }

  private long used(UUID run) {
    return room.jdbc()
        .sql("select used_ms from workflow_run where id = ?")
        .param(run)
        .query(Long.class)
        .single();
  }

  @Test
  void while_the_disk_is_full_a_step_waits_and_can_be_cancelled_and_then_goes_on()
      throws InterruptedException {
    go.countDown();
    room.shortage = Optional.of("full");
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    UUID other = start(server, "y");
    await().until(() -> room.spaceQuestions.get() > 2);
    assertThat(begun).hasValue(0);
    server.cancel(run, "anna");
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Cancelled("anna"));

    room.shortage = Optional.empty();
    assertThat(outcome(server, other)).isEqualTo(new RunOutcome.Finished("2"));
  }

  @Test
  void a_result_that_comes_after_the_stop_is_not_kept() throws InterruptedException {
    AtomicBoolean interrupted = new AtomicBoolean();
    TestStory stubborn =
        new TestStory(
            run ->
                run.step(
                    "swallow",
                    String.class,
                    () -> {
                      working.countDown();
                      try {
                        go.await();
                      } catch (InterruptedException e) {
                        interrupted.set(true);
                      }
                      return "half of it";
                    }));
    Workflow server = room.server(stubborn, 1);
    UUID run = start(server, "x");
    working.await();
    server.cancel(run, "anna");
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Cancelled("anna"));
    assertThat(interrupted).isTrue();
    assertThat(server.result(run, "swallow", String.class)).isEmpty();
  }

  @Test
  void a_story_that_does_not_listen_loses_its_slot_after_a_grace() throws InterruptedException {
    AtomicBoolean release = new AtomicBoolean();
    CountDownLatch left = new CountDownLatch(1);
    TestStory deaf =
        new TestStory(
            run -> {
              if (run.subject().equals("y")) {
                return "next";
              }
              return run.step(
                  "deaf",
                  String.class,
                  () -> {
                    working.countDown();
                    while (!release.get()) {
                      LockSupport.park(); // returns when interrupted, which is ignored here
                      Thread.interrupted();
                    }
                    left.countDown();
                    return "too late";
                  });
            });
    Workflow server = room.server(deaf, 1);
    UUID run = start(server, "x");
    working.await();
    UUID next = start(server, "y");
    server.cancel(run, "anna");
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Cancelled("anna"));
    assertThat(outcome(server, next)).isEqualTo(new RunOutcome.Finished("\"next\""));
    assertThat(left.getCount()).as("it still works").isEqualTo(1);
    release.set(true);
    server.cancel(next, "nobody"); // glances, which urges the deaf one again
    left.await();
    room.close();
    assertThat(server.result(run, "deaf", String.class)).isEmpty();
    assertThat(server.load(run).outcome()).contains(new RunOutcome.Cancelled("anna"));
    assertThat(deaf.endings).filteredOn(RunOutcome.Cancelled.class::isInstance).hasSize(1);
  }

  @Test
  void a_server_that_goes_down_hands_its_runs_on_and_that_is_no_failure()
      throws InterruptedException {
    Workflow first = room.server(story, 1);
    UUID run = start(first, "x");
    working.await();
    first.close();
    assertThat(first.load(run).state()).isEqualTo(RunRecord.State.RUNNING);
    assertThat(story.cleaned).containsExactly("long");
    assertThat(story.endings).isEmpty();

    go.countDown();
    Workflow second = room.server(story, 1);
    assertThat(outcome(second, run)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(second.steps(run)).extracting(StepRecord::attempt).containsExactly(1, 2);
    assertThat(
            room.jdbc()
                .sql("select failures + lost from workflow_step where name = 'long'")
                .query(Integer.class)
                .single())
        .isZero();
  }

  @Test
  void a_run_that_kills_its_server_again_and_again_is_given_up() throws InterruptedException {
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    working.await();
    server.close();
    room.jdbc().sql("update workflow_step set lost = 5 where name = 'long'").update();
    go.countDown();
    Workflow next = room.server(story, 1);
    assertThat(outcome(next, run))
        .isInstanceOfSatisfying(
            RunOutcome.Inconclusive.class, open -> assertThat(open.reason()).contains("died"));
    next.resume(run);
    assertThat(outcome(next, run)).isEqualTo(new RunOutcome.Finished("2"));
  }

  /// Whoever comes by the run: another server, or the one that was taken for dead.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_server_that_was_taken_for_dead_writes_nothing_any_more(boolean byAnother)
      throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch late = new CountDownLatch(1);
    TestStory twice =
        new TestStory(
            run ->
                run.step(
                    "long",
                    String.class,
                    () -> {
                      if (begun.incrementAndGet() > 1) {
                        return "from the heir";
                      }
                      working.countDown();
                      try {
                        go.await();
                      } catch (InterruptedException e) {
                        stopped.countDown();
                      }
                      late.await(1, TimeUnit.MINUTES);
                      return "from the zombie";
                    }));
    Workflow one = room.server(twice, 1);
    Workflow other = byAnother ? room.server(twice, 1) : one;
    UUID run = start(one, "x");
    working.await();
    // Another one claimed it, and is dead by now.
    room.jdbc().sql("update workflow_run set epoch = epoch + 1").update();
    takeForDead();

    assertThat(outcome(other, run)).isEqualTo(new RunOutcome.Finished("\"from the heir\""));
    assertThat(stopped.await(30, TimeUnit.SECONDS)).as("the zombie is stopped").isTrue();
    late.countDown();
    room.close();
    assertThat(other.result(run, "long", String.class)).contains("from the heir");
    assertThat(twice.endings).hasSize(1);
    assertThat(other.steps(run)).extracting(StepRecord::attempt).containsExactly(2);
    assertThat(other.events(run, 0))
        .extracting(RunEvent::kind)
        .containsExactly("step-started", "step-started", "step-finished", "finished");
  }

  /// The scheduler's row is free, as after missed heartbeats.
  private void takeForDead() {
    room.jdbc()
        .sql("update workflow_task set picked = false, picked_by = null, version = version + 1")
        .update();
  }

  @Test
  void a_run_that_others_took_for_dead_goes_on_where_it_lives() throws InterruptedException {
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    working.await();
    takeForDead();
    await().until(() -> count("select count(*) from workflow_task where picked") == 1);
    go.countDown();
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(server.steps(run)).extracting(StepRecord::attempt).containsExactly(1, 1);
    assertThat(story.cleaned).isEmpty();
    assertThat(count("select epoch from workflow_run")).isEqualTo(1);
    await().until(() -> count("select count(*) from workflow_task") == 0);
  }

  @Test
  void a_server_never_takes_its_own_run_for_dead_however_late_it_says_that_it_lives()
      throws InterruptedException {
    AtomicBoolean silent = new AtomicBoolean();
    Workflow server = room.server(withoutHeartbeats(silent), story, 1);
    UUID run = start(server, "x");
    working.await();
    silent.set(true);
    for (int times = 0; times < 3; times++) {
      room.jdbc()
          .sql("update workflow_task set last_heartbeat = now() - interval '1 hour'")
          .update();
      await()
          .until(
              () ->
                  count(
                          "select count(*) from workflow_task where picked"
                              + " and last_heartbeat > now() - interval '30 minutes'")
                      == 1);
    }
    go.countDown();
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(server.steps(run)).extracting(StepRecord::attempt).containsExactly(1, 1);
    assertThat(story.cleaned).isEmpty();
    assertThat(count("select epoch from workflow_run")).isEqualTo(1);
  }

  private long count(String sql) {
    return room.jdbc().sql(sql).query(Long.class).single();
  }

  /// The scheduler's own heartbeats come to nothing while the server is silent.
  private DataSource withoutHeartbeats(AtomicBoolean silent) {
    return new DelegatingDataSource(room.database.source()) {
      @Override
      public Connection getConnection() throws SQLException {
        Connection real = super.getConnection();
        return (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  boolean beats =
                      method.getName().equals("prepareStatement")
                          && arguments[0]
                              .toString()
                              .contains("set last_heartbeat = ? where task_name");
                  if (beats && silent.get()) {
                    throw new SQLTransientConnectionException("a slow machine");
                  }
                  try {
                    return method.invoke(real, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
      }
    };
  }

  @Test
  void a_living_run_is_not_touched_by_a_new_server() throws InterruptedException {
    Workflow holder = room.server(story, 2);
    UUID run = start(holder, "x");
    working.await();
    Workflow other = room.server(story, 2);
    UUID second = start(other, "y");
    awaitRunning(other, second);
    go.countDown();
    assertThat(outcome(other, run)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(outcome(other, second)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(other.steps(run)).extracting(StepRecord::attempt).containsExactly(1, 1);
  }

  @Test
  void a_database_that_goes_away_delays_a_run_and_no_more() throws InterruptedException {
    AtomicBoolean away = new AtomicBoolean();
    AtomicBoolean refused = new AtomicBoolean(); // by the thread that works on the run
    DataSource shaky =
        new DelegatingDataSource(room.database.source()) {
          @Override
          public Connection getConnection() throws SQLException {
            if (away.get()) {
              refused.set(Thread.currentThread().isVirtual() || refused.get());
              throw new SQLTransientConnectionException("the database is away");
            }
            return super.getConnection();
          }
        };
    Workflow server = room.server(shaky, story, 1);
    Workflow reader = room.server(new TestStory(run -> ""), 1);
    reader.close();
    UUID run = start(server, "x");
    working.await();
    away.set(true);
    go.countDown();
    await().until(refused::get);
    assertThat(reader.load(run).state()).isEqualTo(RunRecord.State.RUNNING);
    away.set(false);
    assertThat(outcome(reader, run)).isEqualTo(new RunOutcome.Finished("2"));
    assertThat(reader.steps(run).getFirst().attempt()).isEqualTo(1);
  }
}
