package dev.assay.workflow;

import static dev.assay.workflow.TestRoom.outcome;
import static dev.assay.workflow.TestRoom.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkflowStoryTest {
  record Sum(int value, String note) {}

  private final TestRoom room = new TestRoom();

  @AfterEach
  void close() {
    room.close();
  }

  @Test
  void a_story_is_told_and_everything_it_did_is_kept() {
    Workflow server =
        room.server(
            new TestStory(
                run -> {
                  int first = run.input(int[].class)[0];
                  Sum sum = run.step("add", Sum.class, () -> new Sum(first + 1, "one more"));
                  run.report("half-way", sum);
                  return run.step("double", Sum.class, () -> new Sum(sum.value() * 2, ""));
                }),
            1);
    UUID run =
        ((StartResult.Accepted)
                server.start(new RunRequest("test", "x", new int[] {4}, TestRoom.ALLOWED)))
            .run();

    assertThat(outcome(server, run))
        .isEqualTo(new RunOutcome.Finished("{\"value\":10,\"note\":\"\"}"));
    assertThat(server.steps(run)).extracting(StepRecord::name).containsExactly("add", "double");
    assertThat(server.steps(run)).extracting(StepRecord::attempt).containsExactly(1, 1);
    assertThat(server.result(run, "add", Sum.class)).contains(new Sum(5, "one more"));
    assertThat(server.events(run, 0))
        .extracting(RunEvent::kind)
        .containsExactly(
            "step-started",
            "step-finished",
            "half-way",
            "step-started",
            "step-finished",
            "finished");
    assertThat(server.events(run, 0)).extracting(RunEvent::seq).isSorted().doesNotHaveDuplicates();
    RunRecord record = server.load(run);
    assertThat(record.times().deadline()).contains(room.clock.instant().plus(TestRoom.ALLOWED));
    assertThat(server.about("x", 10)).containsExactly(record);
  }

  @Test
  void hostile_text_comes_back_as_it_was() {
    String hostile = "\u0000 \ud800 \u202e ' \" \\ 😀 </script>";
    Workflow server =
        room.server(
            new TestStory(run -> run.step("take", Sum.class, () -> new Sum(1, hostile)).note()), 1);
    UUID run = start(server, "x");
    assertThat(outcome(server, run)).isInstanceOf(RunOutcome.Finished.class);
    assertThat(server.result(run, "take", Sum.class)).contains(new Sum(1, hostile));
  }

  @Test
  void a_fault_of_a_provider_is_tried_again_with_growing_pauses_and_then_the_run_can_be_resumed() {
    AtomicInteger before = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    TestStory story =
        new TestStory(
            run -> {
              run.step("before", Integer.class, before::incrementAndGet);
              return run.step(
                  "model",
                  String.class,
                  () -> {
                    if (calls.incrementAndGet() < 5) {
                      throw new AssayException(ErrorCode.SERVER_FAILED, "No answer\u0000 yet.");
                    }
                    return "answer";
                  });
            });
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");

    assertThat(outcome(server, run))
        .isEqualTo(new RunOutcome.Inconclusive("SERVER_FAILED", "No answer<U+0000> yet."));
    assertThat(calls).hasValue(3);
    assertThat(room.pauses).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(15));
    assertThat(story.cleaned).containsExactly("model", "model", "model");

    assertThat(server.resume(run)).isEqualTo(new StartResult.Accepted(run));
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Finished("\"answer\""));
    assertThat(before).hasValue(1);
    assertThat(calls).hasValue(5);
    assertThat(server.events(run, 0))
        .extracting(RunEvent::kind)
        .contains("inconclusive", "resumed");
    assertThatThrownBy(() -> server.resume(run))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("is finished");
  }

  @Test
  void a_bug_is_not_tried_again_and_leaves_the_run_inconclusive() {
    AtomicInteger calls = new AtomicInteger();
    TestStory story =
        new TestStory(
            run ->
                run.step(
                    "bug",
                    String.class,
                    () -> {
                      calls.incrementAndGet();
                      throw new IllegalStateException("oops");
                    }));
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    assertThat(outcome(server, run))
        .isInstanceOfSatisfying(
            RunOutcome.Inconclusive.class,
            open -> assertThat(open.reason()).contains("oops").contains("log"));
    assertThat(calls).hasValue(1);
    assertThat(story.endings).hasSize(1);
    assertThat(server.steps(run).getFirst().state()).isEqualTo(StepRecord.State.FAILED);
  }

  @Test
  void even_an_error_of_the_machine_ends_the_run() {
    Workflow server =
        room.server(
            new TestStory(
                run -> {
                  throw new StackOverflowError();
                }),
            1);
    assertThat(outcome(server, start(server, "x"))).isInstanceOf(RunOutcome.Inconclusive.class);
  }

  @Test
  void a_fault_of_the_submitter_fails_the_run() {
    Workflow server =
        room.server(
            new TestStory(
                run -> {
                  throw new AssayException(ErrorCode.INVALID_SKILL_FORMAT, "No name.");
                }),
            1);
    assertThat(outcome(server, start(server, "x")))
        .isEqualTo(new RunOutcome.Failed("INVALID_SKILL_FORMAT", "No name."));
  }

  @Test
  void a_step_name_is_used_once() {
    Workflow server =
        room.server(
            new TestStory(
                run ->
                    run.step("a", Integer.class, () -> 1) + run.step("a", Integer.class, () -> 2)),
            1);
    assertThat(outcome(server, start(server, "x")))
        .isInstanceOfSatisfying(
            RunOutcome.Inconclusive.class, open -> assertThat(open.reason()).contains("twice"));
  }

  @Test
  void an_ending_that_fails_does_not_keep_the_run_alive() {
    WorkflowDefinition deaf =
        new WorkflowDefinition() {
          @Override
          public String kind() {
            return "test";
          }

          @Override
          public Object run(Run run) {
            return "told";
          }

          @Override
          public void ending(UUID run, RunOutcome outcome) {
            throw new IllegalStateException("deaf");
          }
        };
    Workflow server = room.server(deaf, 1);
    assertThat(outcome(server, start(server, "x"))).isEqualTo(new RunOutcome.Finished("\"told\""));
  }

  @Test
  void steps_side_by_side_are_rows_of_their_own_and_never_more_than_allowed() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch three = new CountDownLatch(3);
    Workflow server =
        room.server(
            new TestStory(
                run ->
                    run.steps(
                        Integer.class,
                        IntStream.range(0, 9)
                            .mapToObj(
                                i ->
                                    new Step<>(
                                        "task-" + i,
                                        () -> {
                                          most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                          three.countDown();
                                          three.await();
                                          now.decrementAndGet();
                                          return i * i;
                                        }))
                            .toList(),
                        3)),
            1);
    UUID run = start(server, "x");
    assertThat(outcome(server, run)).isEqualTo(new RunOutcome.Finished("[0,1,4,9,16,25,36,49,64]"));
    assertThat(most).hasValue(3);
    assertThat(server.steps(run)).hasSize(9);
  }

  @Test
  void after_a_fault_no_further_step_is_begun_but_those_under_way_are_kept() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch failed = new CountDownLatch(1);
    TestStory story =
        new TestStory(
            run ->
                run.steps(
                    Integer.class,
                    List.of(
                        new Step<>(
                            "good",
                            () -> {
                              begun.countDown();
                              failed.await();
                              return 1;
                            }),
                        new Step<>(
                            "bad",
                            () -> {
                              begun.await();
                              failed.countDown();
                              throw new IllegalStateException("bad");
                            }),
                        new Step<>("late", () -> 3)),
                    2));
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    assertThat(outcome(server, run)).isInstanceOf(RunOutcome.Inconclusive.class);
    assertThat(server.result(run, "good", Integer.class)).contains(1);
    assertThat(server.result(run, "bad", Integer.class)).isEqualTo(Optional.empty());
  }

  @Test
  void events_can_be_awaited_from_any_number_on_any_server() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    TestStory story =
        new TestStory(
            run ->
                run.step(
                    "wait",
                    String.class,
                    () -> {
                      go.await();
                      return "done";
                    }));
    Workflow one = room.server(story, 1);
    Workflow other = room.server(story, 1);
    UUID run = start(one, "x");
    List<RunEvent> first = other.awaitEvents(run, 0, Duration.ofSeconds(20));
    assertThat(first).extracting(RunEvent::kind).containsExactly("step-started");
    assertThat(first.getFirst().body()).contains("\"wait\"");
    assertThat(other.awaitEvents(run, first.getLast().seq(), Duration.ofMillis(1))).isEmpty();

    go.countDown();
    await()
        .untilAsserted(
            () ->
                assertThat(other.events(run, first.getLast().seq()))
                    .extracting(RunEvent::kind)
                    .containsExactly("step-finished", "finished"));
    long last = other.events(run, 0).getLast().seq();
    assertThat(other.awaitEvents(run, last, Duration.ofDays(1))).isEmpty();
  }

  @Test
  void old_runs_are_forgotten_and_living_ones_never() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    Workflow server =
        room.server(
            new TestStory(
                run ->
                    run.step(
                        "s",
                        String.class,
                        () -> {
                          if (run.subject().equals("slow")) {
                            go.await();
                          }
                          return "";
                        })),
            2);
    UUID slow = start(server, "slow");
    UUID old = start(server, "old");
    outcome(server, old);
    assertThat(server.forget(room.clock.instant())).isZero();
    assertThat(server.forget(room.clock.instant().plusSeconds(1))).isEqualTo(1);
    assertThat(server.find(old)).isEmpty();
    assertThat(server.events(old, 0)).isEmpty();
    assertThat(server.steps(old)).isEmpty();
    assertThatThrownBy(() -> server.cancel(old, "anna")).hasMessageContaining("no run");
    go.countDown();
    assertThat(outcome(server, slow)).isInstanceOf(RunOutcome.Finished.class);
  }

  @Test
  void an_order_can_be_part_of_what_the_caller_does_and_is_undone_with_it() {
    Workflow server = room.server(new TestStory(run -> "done"), 1);
    var transactions = room.database.transactions();
    UUID undone =
        transactions.execute(
            transaction -> {
              UUID run = start(server, "x");
              transaction.setRollbackOnly();
              return run;
            });
    assertThat(server.find(undone)).isEmpty();

    UUID done = transactions.execute(transaction -> start(server, "x"));
    assertThat(outcome(server, done)).isEqualTo(new RunOutcome.Finished("\"done\""));

    room.jdbc()
        .sql("update workflow_run set state = 'inconclusive' where id = ?")
        .param(done)
        .update();
    room.jdbc()
        .sql(
            """
            insert into workflow_run (id, kind, subject, input, state, allowed_ms, asked_at)
            values (gen_random_uuid(), 'other', 'x', '{}', 'waiting', 1, now())
            """)
        .update();
    Long counted =
        transactions.execute(
            transaction -> {
              assertThat(server.resume(done)).isInstanceOf(StartResult.Refused.class);
              return room.jdbc()
                  .sql("select count(*) from workflow_run")
                  .query(Long.class)
                  .single(); // what failed inside did not end the caller's transaction
            });
    assertThat(counted).isEqualTo(2);
  }
}
