package dev.assay.workflow.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The fence, statement by statement.
class JournalStoryTest {
  private final TestDatabase database = new TestDatabase();
  private final TestClock clock = new TestClock();
  private final Queue queue = new Queue(database.jdbc(), database.transactions(), clock);
  private final Journal journal = new Journal(database.jdbc(), clock);
  private final UUID run = UUID.randomUUID();

  @BeforeEach
  void queue() {
    queue.add(run, "test", "subject", "{}", Duration.ofMinutes(1));
    assertThat(queue.admit("test", 1)).isEqualTo(1);
  }

  private Claim claim(String server) {
    int version =
        database
            .jdbc()
            .sql(
                """
                update workflow_task set picked = true, picked_by = ?, version = version + 1
                returning version
                """)
            .param(server)
            .query(Integer.class)
            .single();
    return journal.claim(run, "test", server, version).orElseThrow();
  }

  @Test
  void nothing_of_a_server_that_lost_the_run_is_written() {
    FencingToken old = claim("one").fence();
    journal.begin(old, "step");
    Claim taken = claim("two");
    assertThat(taken.inFlight()).containsExactly("step");
    assertThat(taken.fence().epoch()).isGreaterThan(old.epoch());

    List<Runnable> writes =
        List.of(
            () -> journal.begin(old, "other"),
            () -> journal.finish(old, "step", "1"),
            () -> journal.fail(old, "step", "reason"),
            () -> journal.interrupt(old, "step"),
            () -> journal.report(old, "told", List.of()),
            () -> journal.end(old, new Journal.Ending("finished", "1", null, null)));
    assertThat(writes)
        .allSatisfy(write -> assertThatThrownBy(write::run).isInstanceOf(OwnershipLost.class));
    assertThat(
            database
                .jdbc()
                .sql("select count(*) from workflow_event")
                .query(Integer.class)
                .single())
        .as("only the beginning of the step was reported")
        .isEqualTo(1);
    assertThat(database.jdbc().sql("select state from workflow_step").query(String.class).single())
        .isEqualTo("started");
  }

  @Test
  void a_result_is_written_once() {
    FencingToken fence = claim("one").fence();
    journal.begin(fence, "step");
    journal.finish(fence, "step", "1");
    assertThatThrownBy(() -> journal.finish(fence, "step", "2")).isInstanceOf(OwnershipLost.class);
    assertThat(journal.begin(fence, "step").result()).contains("1");
    FencingToken next = claim("two").fence();
    assertThat(journal.begin(next, "step").result()).contains("1");
  }

  @Test
  void a_run_is_claimed_only_by_whom_the_scheduler_means() {
    claim("one");
    assertThat(journal.claim(run, "test", "two", 2)).isEqualTo(Optional.empty());
    assertThat(journal.claim(run, "test", "one", 1)).isEqualTo(Optional.empty());
    assertThat(journal.claim(run, "test", "one", 2)).isPresent();
  }

  @Test
  void an_ended_run_is_claimed_by_nobody_and_takes_no_further_word() {
    FencingToken fence = claim("one").fence();
    journal.end(fence, new Journal.Ending("finished", "1", null, null));
    assertThat(journal.claim(run, "test", "one", 2)).isEqualTo(Optional.empty());
    assertThatThrownBy(() -> journal.report(fence, "late", List.of()))
        .isInstanceOf(OwnershipLost.class);
    assertThat(queue.cancel(run, "anna")).isFalse();
    assertThat(queue.resume(run)).isEqualTo(Optional.empty());
  }

  @Test
  void a_step_that_is_found_begun_counts_as_lost() {
    journal.begin(claim("one").fence(), "step");
    StepAttempt again = journal.begin(claim("two").fence(), "step");
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.lost()).isEqualTo(1);
    assertThat(again.failures()).isZero();
  }

  @Test
  void a_resumed_run_waits_behind_the_others_and_not_beside_one_of_its_subject() {
    FencingToken fence = claim("one").fence();
    journal.end(fence, new Journal.Ending("inconclusive", null, "CODE", "reason"));
    UUID rival = UUID.randomUUID();
    queue.add(rival, "test", "subject", "{}", Duration.ofMinutes(1));
    assertThat(queue.resume(run)).contains(false);
    queue.cancel(rival, "anna");
    UUID other = UUID.randomUUID();
    queue.add(other, "test", "other", "{}", Duration.ofMinutes(1));
    assertThat(queue.resume(run)).contains(true);
    queue.admit("test", 1);
    assertThat(queue.isRunning(other)).isTrue();
    assertThat(queue.isRunning(run)).isFalse();
    assertThatThrownBy(() -> journal.report(fence, "late", List.of()))
        .isInstanceOf(OwnershipLost.class);
  }
}
