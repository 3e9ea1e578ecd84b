package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.WorkKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionSharesTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ConnectionShares shares = new ConnectionShares(10);

  private int takeAll(WorkKind kind) throws InterruptedException {
    int taken = 0;
    while (shares.acquire(kind, Duration.ZERO)) {
      taken++;
    }
    return taken;
  }

  @Test
  void one_kind_gets_its_own_part_and_what_belongs_to_nobody() throws Exception {
    assertThat(takeAll(WorkKind.API)).isEqualTo(4);
  }

  @Test
  void however_much_of_the_others_there_is_every_kind_has_its_own_part() throws Exception {
    assertThat(takeAll(WorkKind.CHAT)).isEqualTo(4);
    assertThat(takeAll(WorkKind.API)).isEqualTo(2);
    assertThat(takeAll(WorkKind.BACKGROUND)).isEqualTo(3);
    assertThat(takeAll(WorkKind.SIGN_IN)).isEqualTo(1);
    assertThat(shares.standing(WorkKind.CHAT)).isEqualTo(new ConnectionShares.Standing(4, 0, 1));
  }

  @Test
  void of_two_connections_none_is_kept_for_anybody() throws Exception {
    ConnectionShares few = new ConnectionShares(2);
    assertThat(few.acquire(WorkKind.SIGN_IN, Duration.ZERO)).isTrue();
    assertThat(few.acquire(WorkKind.SIGN_IN, Duration.ZERO)).isTrue();
    assertThat(few.acquire(WorkKind.API, Duration.ZERO)).isFalse();
    few.release(WorkKind.SIGN_IN);
    assertThat(few.acquire(WorkKind.API, Duration.ZERO)).isTrue();
  }

  @Test
  void those_who_wait_are_served_in_the_order_they_came() throws Exception {
    int held = takeAll(WorkKind.API);
    LinkedBlockingQueue<Integer> served = new LinkedBlockingQueue<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < 3; number++) {
        int mine = number;
        var _ = threads.submit(() -> shares.acquire(WorkKind.API, LONG) && served.add(mine));
        awaitWaiting(number + 1);
      }
      for (int number = 0; number < 3; number++) {
        shares.release(WorkKind.API);
        assertThat(served.poll(10, TimeUnit.SECONDS)).isEqualTo(number);
      }
    }
    assertThat(shares.standing(WorkKind.API).held()).isEqualTo(held);
  }

  @Test
  void what_is_borrowed_goes_back_to_the_kind_that_has_less_than_its_own() throws Exception {
    takeAll(WorkKind.API);
    takeAll(WorkKind.BACKGROUND);
    shares.release(WorkKind.BACKGROUND);
    assertThat(shares.acquire(WorkKind.API, Duration.ZERO)).isFalse();
    assertThat(shares.acquire(WorkKind.BACKGROUND, Duration.ZERO)).isTrue();
  }

  @Test
  void whoever_is_interrupted_while_waiting_leaves_nothing_behind() throws Exception {
    int held = takeAll(WorkKind.API);
    CountDownLatch over = new CountDownLatch(1);
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  assertThatThrownBy(() -> shares.acquire(WorkKind.API, LONG))
                      .isInstanceOf(InterruptedException.class);
                  over.countDown();
                });
    awaitWaiting(1);
    waiting.interrupt();
    assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(shares.standing(WorkKind.API).waiting()).isZero();
    shares.release(WorkKind.API);
    assertThat(shares.standing(WorkKind.API).held()).isEqualTo(held - 1);
  }

  @Test
  void what_is_free_is_given_to_a_thread_that_was_interrupted_before() throws Exception {
    Thread.currentThread().interrupt();
    try {
      assertThat(shares.acquire(WorkKind.CHAT, Duration.ZERO)).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void many_threads_never_hold_more_than_there_are() throws Exception {
    List<Future<Boolean>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < 400; number++) {
        WorkKind kind = WorkKind.values()[number % WorkKind.values().length];
        all.add(threads.submit(() -> holdOnce(kind)));
      }
      for (Future<Boolean> one : all) {
        assertThat(one.get()).isTrue();
      }
    }
    for (WorkKind kind : WorkKind.values()) {
      assertThat(shares.standing(kind)).isEqualTo(new ConnectionShares.Standing(0, 0, 0));
    }
  }

  private boolean holdOnce(WorkKind kind) throws InterruptedException {
    if (!shares.acquire(kind, LONG)) {
      return false;
    }
    int held = 0;
    for (WorkKind each : WorkKind.values()) {
      held += shares.standing(each).held();
    }
    shares.release(kind);
    return held > 0;
  }

  private void awaitWaiting(int number) {
    while (shares.standing(WorkKind.API).waiting() < number) {
      Thread.onSpinWait();
    }
  }
}
