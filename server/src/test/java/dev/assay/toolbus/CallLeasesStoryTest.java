package dev.assay.toolbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.toolbus.CallLease.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallLeasesStoryTest {
  private static final TestDatabase DATABASE = new TestDatabase();
  private static final String LONG_ID = "call-".repeat(20_000);

  static {
    new TestProject(DATABASE.jdbc(), "p").create();
    new TestProject(DATABASE.jdbc(), "q").create();
  }

  private final CallLeases one = leases(Duration.ofMinutes(1));
  private final CallLeases two = leases(Duration.ofMinutes(1));
  private final List<String> written = new ArrayList<>();

  private static CallLeases leases(Duration lasts) {
    return new CallLeases(DATABASE.jdbc(), DATABASE.transactions(), lasts);
  }

  @Test
  void one_worker_at_a_time_has_a_call_however_long_its_id_is() {
    CallLease lease = taken(one.take("p", LONG_ID));
    assertThat(two.take("p", LONG_ID)).isInstanceOf(Attempt.Busy.class);
    assertThat(one.take("p", LONG_ID)).isInstanceOf(Attempt.Busy.class);
    assertThat(two.take("p", LONG_ID + "x")).isInstanceOf(Attempt.Taken.class);
    assertThat(two.take("q", LONG_ID)).isInstanceOf(Attempt.Taken.class);
    assertThat(one.complete(lease, () -> written.add("result"))).isTrue();
    assertThat(one.complete(lease, () -> written.add("again"))).isFalse();
    assertThat(two.take("p", LONG_ID)).isInstanceOf(Attempt.Over.class);
    assertThat(written).containsExactly("result");
  }

  @Test
  void whoever_lost_a_call_writes_nothing() {
    CallLeases brief = leases(Duration.ofMillis(-1));
    CallLease old = taken(brief.take("p", "lost"));
    CallLease now = taken(two.take("p", "lost"));
    assertThat(now.fence()).isEqualTo(old.fence() + 1);
    assertThat(brief.renew(old)).isFalse();
    assertThat(brief.write(old, () -> written.add("old"))).isFalse();
    assertThat(brief.complete(old, () -> written.add("old"))).isFalse();
    assertThat(two.complete(now, () -> written.add("new"))).isTrue();
    assertThat(written).containsExactly("new");
  }

  @Test
  void a_call_that_was_given_back_is_free_and_a_reset_takes_the_right_to_write() {
    CallLease lease = taken(one.take("p", "back"));
    assertThat(one.isFree("p", "back")).isFalse();
    one.release(lease);
    assertThat(one.isFree("p", "back")).isTrue();
    CallLease other = taken(two.take("p", "back"));
    CallLease elsewhere = taken(two.take("q", "back"));
    one.reset("p");
    assertThat(two.complete(other, () -> written.add("late"))).isFalse();
    assertThat(two.complete(elsewhere, () -> written.add("q"))).isTrue();
    assertThat(written).containsExactly("q");
  }

  @Test
  void a_lease_is_kept_while_somebody_works_and_its_loss_is_noticed() throws Exception {
    CallLeases short_ = leases(Duration.ofMillis(300));
    CallLease lease = taken(short_.take("p", "kept"));
    CountDownLatch lost = new CountDownLatch(1);
    try (CallLeases.Keeping _ = short_.keep(lease, lost::countDown)) {
      assertThat(lost.await(600, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(two.take("p", "kept")).isInstanceOf(Attempt.Busy.class);
      one.reset("p");
      assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static CallLease taken(Attempt attempt) {
    assertThat(attempt).isInstanceOf(Attempt.Taken.class);
    return ((Attempt.Taken) attempt).lease();
  }
}
