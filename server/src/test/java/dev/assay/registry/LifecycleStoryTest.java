package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditFilter;
import dev.assay.audit.Audits;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class LifecycleStoryTest {
  private static final String SCORES = "{\"overall\": 88.5}";

  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final Skills skills = new Skills(database.jdbc(), database.transactions(), clock);
  private final Lifecycle lifecycle =
      new Lifecycle(
          database.jdbc(), database.transactions(), skills, clock, Audits.on(database, clock));
  private final UUID id =
      skills.submit(Bundles.named("count"), new Actor("ada", "ada"), () -> {}).skill().id();
  private final UUID run = UUID.randomUUID();

  @Test
  void a_skill_that_passes_waits_for_its_reviewer() {
    lifecycle.begin(id, run);
    assertThat(skill().status()).isEqualTo(Status.VALIDATING);
    assertThat(skill().validated().stage()).contains(Stage.LAYER1);
    lifecycle.reach(id, run, Stage.LAYER2);
    assertThat(skill().validated().stage()).contains(Stage.LAYER2);

    lifecycle.conclude(id, run, new Conclusion.Passed(SCORES, true));

    assertThat(skill().status()).isEqualTo(Status.PENDING);
    assertThat(skill().validated())
        .isEqualTo(
            new Skill.Validated(
                Optional.of(Stage.COMPLETED),
                Optional.of(run),
                Optional.empty(),
                Optional.of(SCORES),
                true,
                Optional.of(clock.instant()),
                List.of()));
  }

  @Test
  void every_move_is_written_down_once() {
    lifecycle.begin(id, run);
    lifecycle.begin(id, run);
    lifecycle.conclude(id, run, new Conclusion.Passed(SCORES, true));
    lifecycle.conclude(id, run, new Conclusion.Failed(SCORES, true));

    assertThat(Audits.on(database, clock).list(AuditFilter.ALL, Long.MAX_VALUE, 9))
        .extracting(AuditEntry::action)
        .containsExactly("validation_passed", "validation_began");
  }

  @Test
  void a_skill_that_fails_is_rejected_and_may_be_validated_again() {
    lifecycle.begin(id, run);
    lifecycle.conclude(id, run, new Conclusion.Failed("", false));
    assertThat(skill().status()).isEqualTo(Status.REJECTED);
    assertThat(skill().validated().stage()).contains(Stage.FAILED);
    assertThat(skill().validated().scores()).isEmpty();

    lifecycle.begin(id, UUID.randomUUID());
    assertThat(skill().status()).isEqualTo(Status.VALIDATING);
  }

  @Test
  void an_inconclusive_run_leaves_the_skill_where_it_stopped_and_can_be_taken_up() {
    lifecycle.begin(id, run);
    lifecycle.reach(id, run, Stage.LAYER2);
    lifecycle.conclude(id, run, new Conclusion.Inconclusive("The model does not answer."));
    assertThat(skill().status()).isEqualTo(Status.PENDING);
    assertThat(skill().validated().stage()).contains(Stage.LAYER2);
    assertThat(skill().validated().inconclusiveReason()).contains("The model does not answer.");

    lifecycle.begin(id, run);
    assertThat(skill().validated().stage()).contains(Stage.LAYER2);
    assertThat(skill().validated().inconclusiveReason()).isEmpty();
  }

  @Test
  void the_same_run_may_say_everything_twice_but_no_other_run_may_speak() {
    lifecycle.begin(id, run);
    lifecycle.begin(id, run);
    refused(ErrorCode.VALIDATION_IN_PROGRESS, () -> lifecycle.begin(id, UUID.randomUUID()));
    lifecycle.conclude(id, UUID.randomUUID(), new Conclusion.Passed(SCORES, false));
    assertThat(skill().status()).isEqualTo(Status.VALIDATING);

    lifecycle.conclude(id, run, new Conclusion.Failed(SCORES, false));
    lifecycle.conclude(id, run, new Conclusion.Passed(SCORES, false));
    assertThat(skill().status()).isEqualTo(Status.REJECTED);
  }

  @Test
  void a_run_that_has_spoken_does_not_open_the_skill_again() {
    lifecycle.begin(id, run);
    lifecycle.conclude(id, run, new Conclusion.Passed(SCORES, false));
    lifecycle.begin(id, run); // its server died before the run had ended, another one repeats it
    assertThat(skill().status()).isEqualTo(Status.PENDING);
    assertThat(skill().validated().stage()).contains(Stage.COMPLETED);

    UUID second = UUID.randomUUID();
    lifecycle.begin(id, second);
    lifecycle.conclude(id, second, new Conclusion.Failed(SCORES, false));
    lifecycle.begin(id, second);
    assertThat(skill().status()).isEqualTo(Status.REJECTED);
    assertThat(skill().validated().stage()).contains(Stage.FAILED);
  }

  @Test
  void a_reason_that_the_database_cannot_hold_leaves_no_skill_in_validation() {
    lifecycle.begin(id, run);
    lifecycle.conclude(
        id, run, new Conclusion.Inconclusive("The model says: \u0000\ud800" + "x".repeat(9_000)));
    assertThat(skill().status()).isEqualTo(Status.PENDING);
    assertThat(skill().validated().inconclusiveReason().orElseThrow())
        .startsWith("The model says: <U+0000><U+D800>x")
        .hasSizeLessThan(5_000);
  }

  @Test
  void a_skill_in_use_is_validated_again_and_stays_in_use_whatever_is_found() {
    lifecycle.begin(id, run);
    lifecycle.conclude(id, run, new Conclusion.Passed(SCORES, true));
    database
        .jdbc()
        .sql("update skill set status = 'approved', rehearsal_acknowledged = true")
        .update();
    UUID failing = UUID.randomUUID();
    lifecycle.begin(id, failing);
    assertThat(skill().inUse()).isTrue();
    assertThat(skills.findByRun(failing)).isPresent();
    lifecycle.conclude(
        id, failing, new Conclusion.Failed("", false, List.of(Map.of("message", "broken"))));
    assertThat(skill().inUse()).isTrue();
    assertThat(skill().validated().failedAgain()).contains("broken");
    assertThat(skill().validated().run()).as("what it was approved for stays").contains(run);
    assertThat(Action.possible(skill())).contains("validate", "rollback");

    UUID passing = UUID.randomUUID();
    lifecycle.begin(id, passing);
    lifecycle.conclude(id, passing, new Conclusion.Passed(SCORES, false));
    assertThat(skill().inUse()).isTrue();
    assertThat(skill().validated().run()).contains(passing);
    assertThat(skill().validated().rehearsal()).as("by a model now").isFalse();
    assertThat(skill().decided().rehearsalAcknowledged()).isFalse();
    assertThat(skill().validated().failedAgain()).isEmpty();
  }

  @Test
  void a_rejected_version_waits_while_another_one_is_on_its_way() {
    database.jdbc().sql("update skill set status = 'rejected'").update();
    skills.submit(Bundles.of("count", "other"), new Actor("ada", "ada"), () -> {});
    refused(ErrorCode.SKILL_ALREADY_EXISTS, () -> lifecycle.begin(id, run));
  }

  @Test
  void of_many_runs_that_begin_at_once_one_does() throws Exception {
    List<Future<?>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        futures.add(threads.submit(() -> lifecycle.begin(id, UUID.randomUUID())));
      }
    }
    assertThat(futures).filteredOn(f -> f.state() == Future.State.SUCCESS).hasSize(1);
  }

  private Skill skill() {
    return skills.load(id);
  }

  private static void refused(ErrorCode code, Runnable move) {
    assertThatThrownBy(move::run)
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
