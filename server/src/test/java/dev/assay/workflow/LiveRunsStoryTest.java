package dev.assay.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What servers on one database may do about a live run.
class LiveRunsStoryTest {
  private static final TestDatabase DATABASE = new TestDatabase();
  private static final LiveEvent.New SAID = new LiveEvent.New("text", "{}");

  private final LiveRuns one = server();
  private final LiveRuns two = server();
  private final UUID stream = UUID.randomUUID();

  private static LiveRuns server() {
    return new LiveRuns(
        DATABASE.jdbc(), DATABASE.transactions(), Clock.systemUTC(), new EventSignals(), "test", 5);
  }

  private UUID begun(LiveRuns at) {
    UUID run = UUID.randomUUID();
    assertThat(at.begin(run, stream)).isTrue();
    return run;
  }

  private void silence(UUID run) {
    DATABASE
        .jdbc()
        .sql("update live_run set beat_at = now() - interval '9 seconds' where id = ?")
        .param(run)
        .update();
  }

  @Test
  void of_one_stream_one_run_is_alive() {
    UUID run = begun(one);
    assertThat(two.begin(UUID.randomUUID(), stream)).isFalse();
    assertThat(one.end(run, stream, List.of(), () -> {})).isTrue();
    begun(two);
  }

  @Test
  void nothing_is_written_about_a_run_that_is_over() {
    UUID run = begun(one);
    assertThat(one.append(run, new LiveEvent.New("text", "{\"text\":\"a\0b\"}"))).contains(1L);
    assertThat(two.end(run, stream, List.of(SAID), () -> {})).isTrue();

    assertThat(one.append(run, SAID)).isEmpty();
    assertThat(
            one.end(
                run,
                stream,
                List.of(SAID),
                () -> {
                  throw new AssertionError("it is over");
                }))
        .isFalse();
    assertThat(one.eventsOf(run)).extracting(LiveEvent::seq).containsExactly(1L, 2L);
  }

  @Test
  void an_end_that_fails_leaves_the_run_as_it_was() {
    UUID run = begun(one);
    assertThatThrownBy(
            () ->
                one.end(
                    run,
                    stream,
                    List.of(SAID),
                    () -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(one.eventsOf(run)).isEmpty();
    assertThat(one.append(run, SAID)).contains(1L);
  }

  @Test
  void numbers_of_events_have_no_gaps_whoever_writes() {
    UUID run = begun(one);
    IntStream.range(0, 50).parallel().forEach(_ -> assertThat(one.append(run, SAID)).isPresent());
    assertThat(one.eventsOf(run))
        .extracting(LiveEvent::seq)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 50).mapToObj(Long::valueOf).toList());
    assertThat(one.startOf(run)).isZero();
    one.end(run, stream, List.of(SAID), () -> {});
    assertThat(one.startOf(begun(one))).isEqualTo(51);
    assertThat(one.last(List.of(stream))).containsEntry(stream, 51L);
  }

  @Test
  void a_silent_run_is_lost_unless_this_server_works_on_it() throws InterruptedException {
    UUID run = begun(one);
    assertThat(two.lost()).doesNotContain(run);
    CountDownLatch finish = new CountDownLatch(1);
    try (LiveRuns.Place place = one.take("ada")) {
      place.start(
          run,
          stream,
          here -> {
            await().until(() -> finish.getCount() == 0);
            one.end(run, stream, List.of(SAID), () -> {});
          });
    }
    silence(run);
    assertThat(one.lost()).doesNotContain(run);
    finish.countDown();
    assertThat(two.news(stream, 0, Duration.ofSeconds(30)))
        .extracting(LiveEvent::kind)
        .containsExactly("text");
    UUID next = begun(two);
    assertThat(two.changedServer(next)).isTrue();
    silence(next);
    assertThat(one.lost()).contains(next);
  }

  @Test
  void a_cancel_at_another_server_interrupts_the_work() throws Exception {
    UUID run = begun(one);
    CompletableFuture<LiveRun.Stop> stopped = new CompletableFuture<>();
    try (LiveRuns.Place place = one.take("ada")) {
      place.start(
          run,
          stream,
          here -> {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              stopped.complete(here.rest());
            }
          });
    }
    assertThat(two.cancel(stream)).contains(run);
    assertThat(stopped.get(30, TimeUnit.SECONDS)).isEqualTo(LiveRun.Stop.CANCELLED);
    assertThat(two.cancel(UUID.randomUUID())).isEmpty();
  }

  @Test
  void a_run_that_another_server_ended_is_stopped_at_its_next_event() throws Exception {
    UUID run = begun(one);
    assertThat(two.end(run, stream, List.of(), () -> {})).isTrue();
    CompletableFuture<LiveRun.Stop> stopped = new CompletableFuture<>();
    try (LiveRuns.Place place = one.take("ada")) {
      place.start(
          run,
          stream,
          here -> {
            assertThatThrownBy(() -> here.append(SAID)).isInstanceOf(IllegalStateException.class);
            stopped.complete(here.rest());
          });
    }
    assertThat(stopped.get(30, TimeUnit.SECONDS)).isEqualTo(LiveRun.Stop.OVER);
    assertThat(one.eventsOf(run)).isEmpty();
  }

  @Test
  void a_place_that_was_not_used_is_given_back_and_a_closed_server_has_none() {
    for (int times = 0; times < 20; times++) {
      one.take("ada").close();
    }
    one.close();
    assertThatThrownBy(() -> one.take("ada"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_BUSY));
  }
}
