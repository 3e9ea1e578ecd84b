package dev.assay.workflow.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StopSignalTest {
  private final StopSignal signal = new StopSignal();

  @Test
  void without_a_signal_work_gives_its_value_and_its_exception() throws Exception {
    assertThat(signal.during(() -> 7)).isEqualTo(7);
    assertThatThrownBy(
            () ->
                signal.during(
                    () -> {
                      throw new java.io.IOException("own");
                    }))
        .isInstanceOf(java.io.IOException.class);
  }

  @Test
  void work_under_way_is_interrupted_and_its_thread_is_clean_afterwards() {
    CountDownLatch never = new CountDownLatch(1);
    Thread other = Thread.ofVirtual().unstarted(() -> signal.raise(Cause.CANCELLED));
    assertThatThrownBy(
            () ->
                signal.during(
                    () -> {
                      other.start();
                      never.await();
                      return 1;
                    }))
        .isInstanceOfSatisfying(
            Stopped.class, stopped -> assertThat(stopped.why()).isEqualTo(Cause.CANCELLED));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void what_stopped_work_returns_or_throws_is_worth_nothing() {
    assertThatThrownBy(
            () ->
                signal.during(
                    () -> {
                      signal.raise(Cause.SHUTDOWN);
                      return 1;
                    }))
        .isInstanceOf(Stopped.class);
    StopSignal second = new StopSignal();
    assertThatThrownBy(
            () ->
                second.during(
                    () -> {
                      second.raise(Cause.SHUTDOWN);
                      throw new IllegalStateException("own");
                    }))
        .isInstanceOf(Stopped.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void after_the_signal_nothing_is_begun_and_the_first_cause_stays() {
    signal.raise(Cause.TIMED_OUT);
    signal.raise(Cause.CANCELLED);
    assertThat(signal.cause()).contains(Cause.TIMED_OUT);
    assertThat(Thread.currentThread().isInterrupted())
        .as("a thread that does not work is left alone")
        .isFalse();
    assertThatThrownBy(() -> signal.during(() -> 1)).isInstanceOf(Stopped.class);
    assertThatThrownBy(signal::check).isInstanceOf(Stopped.class);
  }
}
