package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DatabaseLeasesStoryTest {
  private static final SandboxSpec SPEC = SandboxSpec.of(SandboxImage.of("host"), "test");
  private static final LeaseTerms TERMS =
      new LeaseTerms(Duration.ofMinutes(30), Duration.ofHours(6));

  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final DatabaseLeases here = leases("one:/home");

  @Test
  void a_lease_of_a_living_server_stands_as_long_as_it_is_used() {
    open(here, "a");
    for (int i = 0; i < 11; i++) {
      clock.pass(Duration.ofMinutes(29));
      here.touch("a");
      assertThat(here.abandoned(50)).isEmpty();
    }
    clock.pass(Duration.ofMinutes(30).plusSeconds(1));
    assertThat(ids(here.abandoned(50))).containsExactly("a");
  }

  @Test
  void a_lease_is_given_back_also_by_a_thread_that_is_being_interrupted() throws Exception {
    open(here, "a");
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    Thread cancelled =
        Thread.ofVirtual()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  here.close("a");
                  stillInterrupted.set(Thread.interrupted());
                });
    cancelled.join();
    assertThat(stillInterrupted).isTrue();
    assertThat(here.list()).isEmpty();
  }

  @Test
  void a_lease_ends_after_its_longest_life_however_much_it_is_used() {
    open(here, "a");
    clock.pass(Duration.ofHours(6).plusSeconds(1));
    here.touch("a");
    assertThat(ids(here.abandoned(50))).containsExactly("a");
  }

  @Test
  void the_next_server_on_a_home_takes_over_what_a_dead_one_left_and_nothing_else() {
    open(here, "dead");
    DatabaseLeases elsewhere = leases("two:/home");
    open(elsewhere, "other");

    DatabaseLeases next = leases("one:/home");
    open(next, "own");
    assertThat(ids(next.abandoned(50))).containsExactly("dead");
    assertThat(ids(elsewhere.abandoned(50))).isEmpty();
    assertThat(ids(next.list())).containsExactlyInAnyOrder("dead", "other", "own");
  }

  @Test
  void a_lease_tells_what_its_sandbox_is_for_and_how_long_it_may_stay() {
    SandboxSpec spec =
        SPEC.withPurpose("trying 'quotes' and ümlauts")
            .withLabel("run", "r 1,{\"x\"}")
            .withLabel("step", "online")
            .withNetwork(Network.open())
            .withTerms(Duration.ofMinutes(5), Duration.ofMinutes(20));
    here.open("a", "local", spec);
    open(here, "plain");
    Lease lease = here.list().getFirst();
    assertThat(lease.owner()).isEqualTo("test");
    assertThat(lease.purpose()).isEqualTo("trying 'quotes' and ümlauts");
    assertThat(lease.labels()).isEqualTo(spec.labels());
    assertThat(lease.network()).isEqualTo("open");
    assertThat(lease.term().idleEnd()).isEqualTo(clock.instant().plus(Duration.ofMinutes(5)));
    assertThat(lease.term().hardEnd()).isEqualTo(clock.instant().plus(Duration.ofMinutes(20)));
    assertThat(here.list().getLast().term().idle()).isEqualTo(TERMS.idle());

    assertThat(ids(here.labelled("step", "online"))).containsExactly("a");
    assertThat(here.labelled("step", "offline")).isEmpty();
    assertThat(here.labelled("run", "online")).isEmpty();

    clock.pass(Duration.ofMinutes(5).plusSeconds(1));
    here.heartbeat();
    assertThat(ids(here.abandoned(50))).containsExactly("a");
    assertThat(here.list().getFirst().term().seen()).isEqualTo(clock.instant());
    here.close("a");
    assertThat(here.labelled("step", "online")).isEmpty();
  }

  @Test
  void a_lease_of_its_own_length_ends_then() {
    here.open("a", "local", SPEC.withTerms(Duration.ofHours(9), Duration.ofHours(8)));
    clock.pass(Duration.ofHours(7));
    assertThat(here.abandoned(50)).isEmpty();
    clock.pass(Duration.ofHours(1).plusSeconds(1));
    assertThat(ids(here.abandoned(50))).containsExactly("a");
  }

  @Test
  void a_condemned_sandbox_is_removed_by_the_server_that_can_reach_it() {
    open(here, "a");
    DatabaseLeases elsewhere = leases("two:/home");
    assertThat(elsewhere.condemn("a")).isTrue();
    assertThat(elsewhere.condemn("no-such")).isFalse();
    assertThat(elsewhere.abandoned(50)).isEmpty();
    assertThat(ids(here.abandoned(50))).containsExactly("a");
  }

  @Test
  void a_sandbox_that_cannot_be_removed_keeps_its_lease_and_does_not_stop_the_others() {
    for (String id : List.of("a", "stuck", "z")) {
      open(here, id);
    }
    List<String> removed = new ArrayList<>();
    Reaper.Remover engine =
        one -> {
          String id = one.id();
          if (id.equals("stuck")) {
            throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "busy");
          }
          removed.add(id);
        };
    DatabaseLeases next = leases("one:/home");
    Reaper.Sweep sweep = new Reaper(next, Map.of("local", engine)).sweep();
    assertThat(removed).containsExactlyInAnyOrder("a", "z");
    assertThat(sweep.failed()).containsOnlyKeys("stuck");
    assertThat(ids(next.list())).containsExactly("stuck");
  }

  @Test
  void abandoned_leases_come_in_batches() {
    for (int i = 0; i < 60; i++) {
      open(here, "s" + i);
    }
    DatabaseLeases next = leases("one:/home");
    Reaper reaper = new Reaper(next, Map.of("local", id -> {}));
    assertThat(reaper.sweep().removed()).hasSize(50);
    assertThat(reaper.sweep().removed()).hasSize(10);
    assertThat(next.list()).isEmpty();
  }

  @Test
  void many_that_cannot_be_removed_do_not_hide_the_one_that_can() {
    for (int i = 0; i < 60; i++) {
      open(here, "stuck" + i);
    }
    clock.pass(Duration.ofSeconds(1));
    open(here, "last");
    DatabaseLeases next = leases("one:/home");
    Reaper.Remover engine =
        one -> {
          String id = one.id();
          if (id.startsWith("stuck")) {
            throw new IllegalStateException("busy");
          }
        };
    Reaper reaper = new Reaper(next, Map.of("local", engine));
    assertThat(reaper.sweep().failed()).hasSize(50);
    clock.pass(Duration.ofSeconds(1));
    assertThat(reaper.sweep().removed()).containsExactly("last");
    assertThat(next.list()).hasSize(60);
  }

  private DatabaseLeases leases(String place) {
    return new DatabaseLeases(database.jdbc(), clock, place, TERMS);
  }

  private void open(DatabaseLeases leases, String id) {
    leases.open(id, "local", SPEC);
  }

  private static List<String> ids(List<Lease> leases) {
    return leases.stream().map(Lease::id).toList();
  }
}
