package dev.assay.workflow;

import static dev.assay.workflow.TestRoom.outcome;
import static dev.assay.workflow.TestRoom.start;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlotsStoryTest {
  private final TestRoom room = new TestRoom();
  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final List<String> order = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    room.close();
  }

  private TestStory counted(int together) {
    CountDownLatch full = new CountDownLatch(together);
    return new TestStory(
        run ->
            run.step(
                "count",
                Integer.class,
                () -> {
                  order.add(run.subject());
                  most.accumulateAndGet(now.incrementAndGet(), Math::max);
                  full.countDown();
                  full.await();
                  return now.decrementAndGet();
                }));
  }

  @Test
  void over_two_servers_never_more_run_than_there_are_slots_and_all_finish() {
    TestStory story = counted(3);
    Workflow one = room.server(story, 3);
    Workflow other = room.server(story, 3);
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(start(i % 2 == 0 ? one : other, "subject-" + i));
    }
    for (UUID run : runs) {
      assertThat(outcome(one, run)).isInstanceOf(RunOutcome.Finished.class);
    }
    assertThat(most).hasValue(3);
    assertThat(order).hasSize(20);
  }

  @Test
  void who_comes_first_is_served_first() {
    TestStory story = counted(1);
    Workflow one = room.server(story, 1);
    room.server(story, 1);
    List<UUID> runs = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      runs.add(start(one, "subject-" + i));
      expected.add("subject-" + i);
    }
    runs.forEach(run -> outcome(one, run));
    assertThat(order).isEqualTo(expected);
  }

  @Test
  void of_one_subject_one_run_is_alive_however_many_ask_at_once() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    TestStory story =
        new TestStory(
            run ->
                run.step(
                    "wait",
                    String.class,
                    () -> {
                      go.await();
                      return "";
                    }));
    Workflow one = room.server(story, 5);
    Workflow other = room.server(story, 5);
    List<StartResult> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<StartResult>> asks = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Workflow server = i % 2 == 0 ? one : other;
        asks.add(() -> server.start(new RunRequest("test", "same", "", TestRoom.ALLOWED)));
      }
      for (Future<StartResult> answer : threads.invokeAll(asks)) {
        answers.add(answer.get());
      }
    }
    List<UUID> accepted =
        answers.stream()
            .filter(StartResult.Accepted.class::isInstance)
            .map(answer -> ((StartResult.Accepted) answer).run())
            .toList();
    assertThat(accepted).hasSize(1);
    assertThat(answers)
        .filteredOn(StartResult.Refused.class::isInstance)
        .hasSize(19)
        .containsOnly(new StartResult.Refused(accepted.getFirst()));

    go.countDown();
    outcome(one, accepted.getFirst());
    assertThat(one.start(new RunRequest("test", "same", "", TestRoom.ALLOWED)))
        .isInstanceOf(StartResult.Accepted.class);
  }

  @Test
  void a_run_that_the_scheduler_lost_sight_of_is_found_again() throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    TestStory story =
        new TestStory(
            run -> {
              busy.countDown();
              return run.step(
                  "wait",
                  String.class,
                  () -> {
                    go.await();
                    return "";
                  });
            });
    Workflow server = room.server(story, 1);
    UUID run = start(server, "x");
    busy.await();
    server.close();
    room.jdbc().sql("delete from workflow_task").update();
    go.countDown();
    assertThat(outcome(room.server(story, 1), run)).isInstanceOf(RunOutcome.Finished.class);
  }
}
