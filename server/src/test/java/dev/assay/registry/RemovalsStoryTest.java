package dev.assay.registry;

import static dev.assay.registry.ReviewDesk.PIP;
import static dev.assay.registry.ReviewDesk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditFilter;
import dev.assay.images.Candidate;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RemovalsStoryTest {
  private final ReviewDesk desk = new ReviewDesk();
  private final Removals removals = desk.removals;
  private final List<Digest> cleared = new ArrayList<>();

  private int clear() {
    return removals.clearFiles(desk.clock.instant(), cleared::add);
  }

  @Test
  void what_is_in_no_image_is_gone_at_once_with_its_tasks_and_files() {
    Skill count = desk.passed("count", "one");
    assertThat(removals.effort(count.id())).isEqualTo(Removals.Effort.NONE);
    assertThat(removals.delete(count.id(), "grace")).isEqualTo(Removals.Effort.NONE);
    refused(ErrorCode.SKILL_NOT_FOUND, () -> desk.skills.load(count.id()));

    assertThat(clear()).isEqualTo(1);
    assertThat(cleared).containsExactly(count.bundle().digest());
    assertThat(clear()).isZero();
    assertThat(desk.skills.submit(Bundles.of("count", "two"), new Actor("ada", "ada"), () -> {}))
        .isInstanceOf(Submission.Added.class);
  }

  @Test
  void files_that_came_back_before_they_were_cleared_stay() {
    Skill count = desk.passed("count", "one");
    removals.delete(count.id(), "grace");
    desk.passed("count", "one");
    assertThat(clear()).isEqualTo(1);
    assertThat(cleared).isEmpty();
  }

  @Test
  void files_stay_as_long_as_somebody_may_still_look_at_them() {
    removals.delete(desk.passed("count", "one").id(), "grace");
    assertThat(removals.clearFiles(desk.clock.instant().minusSeconds(1), cleared::add)).isZero();
    desk.clock.pass(Duration.ofHours(6));
    assertThat(clear()).isEqualTo(1);
  }

  @Test
  void a_skill_under_test_is_not_deleted() {
    UUID id =
        desk.skills.submit(Bundles.named("count"), new Actor("ada", "ada"), () -> {}).skill().id();
    desk.lifecycle.begin(id, UUID.randomUUID());
    refused(ErrorCode.INVALID_STATUS_TRANSITION, () -> removals.delete(id, "grace"));
  }

  @Test
  void a_skill_without_packages_leaves_the_same_image_under_the_next_number() {
    Skill plain = desk.passed("plain", "one");
    Candidate candidate =
        new Candidate(
            0,
            SandboxImage.of("host"),
            Map.of(),
            Map.of(),
            Optional.empty(),
            0,
            plain.validated().run());
    desk.decisions.admit(desk.decisions.approvable(plain.id(), ReviewDesk.yes()), candidate);

    assertThat(removals.delete(plain.id(), "grace")).isEqualTo(Removals.Effort.NEXT_IMAGE);
    assertThat(desk.images.current().version()).isEqualTo("v1.2");
    assertThat(desk.images.current().image()).isEqualTo(SandboxImage.of("host"));
    assertThat(desk.images.skills(2)).isEmpty();
  }

  @Test
  void a_skill_with_packages_is_out_of_use_at_once_and_gone_with_the_next_image() {
    Skill first = desk.admitted("first", "one");
    Skill second = desk.admitted("second", "one");
    assertThat(removals.delete(first.id(), "grace")).isEqualTo(Removals.Effort.REBUILD);
    assertThat(desk.inUse()).containsExactly(first.id(), second.id());
    UUID run = UUID.randomUUID();
    removals.begin(first.id(), run);
    removals.begin(first.id(), run);
    assertThat(desk.inUse()).containsExactly(second.id());
    refused(ErrorCode.VALIDATION_IN_PROGRESS, () -> removals.delete(first.id(), "grace"));
    refused(
        ErrorCode.VALIDATION_IN_PROGRESS,
        () -> desk.decisions.reject(first.id(), "grace", "Also no."));
    refused(ErrorCode.VALIDATION_IN_PROGRESS, () -> removals.begin(first.id(), UUID.randomUUID()));

    assertThat(removals.finish(first.id(), without(2, run), "grace")).isTrue();
    refused(ErrorCode.SKILL_NOT_FOUND, () -> desk.skills.load(first.id()));
    assertThat(desk.images.current().version()).isEqualTo("v1.3");
    assertThat(desk.images.current().skill()).contains("first");
    assertThat(desk.images.current().digest()).isEmpty();
    assertThat(desk.images.skills(3)).containsExactly(second.id());
    assertThat(desk.images.madeBy(run)).contains(3);
  }

  @Test
  void an_image_that_was_built_for_an_older_world_is_not_used() {
    Skill first = desk.admitted("first", "one");
    desk.admitted("second", "one");
    UUID run = UUID.randomUUID();
    removals.begin(first.id(), run);
    desk.rollbacks.rollBack(0, "ada");
    assertThat(removals.finish(first.id(), without(2, run), "grace")).isFalse();
    removals.stop(first.id(), run, "The current image changed meanwhile.");
    Skill stays = desk.skills.load(first.id());
    assertThat(stays.status()).isEqualTo(Status.ROLLBACK_PENDING);
    assertThat(stays.validated().inconclusiveReason())
        .contains("The current image changed meanwhile.");
    assertThat(removals.delete(first.id(), "grace")).isEqualTo(Removals.Effort.NONE);
  }

  @Test
  void a_deletion_that_is_cancelled_before_it_begins_says_so() {
    Skill first = desk.admitted("first", "one");
    UUID run = UUID.randomUUID();
    removals.takeOut(first.id(), "grace");
    removals.stop(first.id(), run, "Cancelled.");
    removals.stop(first.id(), run, "Said twice.");
    Skill stays = desk.skills.load(first.id());
    assertThat(stays.status()).isEqualTo(Status.ROLLBACK_PENDING);
    assertThat(stays.validated().inconclusiveReason()).contains("Cancelled.");
  }

  @Test
  void a_deletion_that_was_stopped_deletes_nothing_however_late_it_comes() {
    Skill first = desk.admitted("first", "one");
    UUID run = UUID.randomUUID();
    removals.begin(first.id(), run);
    removals.stop(first.id(), run, "Cancelled.");
    refused(
        ErrorCode.VALIDATION_ERROR, () -> removals.finish(first.id(), without(1, run), "grace"));
    assertThat(desk.status(first)).isEqualTo(Status.ROLLBACK_PENDING);
    assertThat(desk.images.current().version()).isEqualTo("v1.1");
  }

  @Test
  void a_skill_that_changed_the_image_without_any_package_takes_a_new_one() {
    Skill plain = desk.passed("plain", "one");
    Candidate candidate =
        new Candidate(
            0,
            SandboxImage.of("host").plus("something"),
            Map.of(),
            Map.of(),
            Optional.empty(),
            5,
            plain.validated().run());
    desk.decisions.admit(desk.decisions.approvable(plain.id(), ReviewDesk.yes()), candidate);
    assertThat(removals.effort(plain.id())).isEqualTo(Removals.Effort.REBUILD);
  }

  @Test
  void a_deletion_that_came_to_nothing_can_be_tried_again_and_brings_nothing_back_by_itself() {
    Skill first = desk.admitted("first", "one");
    UUID run = UUID.randomUUID();
    removals.takeOut(first.id(), "grace");
    removals.begin(first.id(), run);
    removals.stop(first.id(), run, "Others rely on it.");
    removals.stop(first.id(), run, "Said twice.");
    Skill stays = desk.skills.load(first.id());
    assertThat(stays.validated().inconclusiveReason()).contains("Others rely on it.");
    assertThat(actions(first)).startsWith("skill_deletion_stopped", "skill_rolled_back");
    assertThat(removals.effort(first.id())).isEqualTo(Removals.Effort.REBUILD);

    Skill second = desk.admitted("second", "one");
    assertThat(desk.images.skills(2)).containsExactly(second.id());
    assertThat(removals.effort(first.id())).isEqualTo(Removals.Effort.REBUILD);
    desk.rollbacks.rollBack(0, "ada");
    desk.rollbacks.rollBack(2, "ada");
    assertThat(desk.inUse()).containsExactly(second.id());

    UUID again = UUID.randomUUID();
    removals.begin(first.id(), again);
    assertThat(removals.finish(first.id(), without(2, again), "grace")).isTrue();
    assertThat(actions(first)).startsWith("skill_deleted");
    assertThat(desk.audit.list(AuditFilter.ALL, Long.MAX_VALUE, 2))
        .extracting(AuditEntry::action)
        .contains("image_made");
  }

  @Test
  void a_skill_whose_deletion_came_to_nothing_can_be_proved_and_approved_again() {
    Skill first = desk.admitted("first", "one");
    UUID run = UUID.randomUUID();
    removals.begin(first.id(), run);
    removals.stop(first.id(), run, "Cancelled.");
    UUID validation = UUID.randomUUID();
    desk.lifecycle.begin(first.id(), validation);
    desk.lifecycle.conclude(first.id(), validation, new Conclusion.Passed("{}", false));
    assertThat(desk.approve(desk.skills.load(first.id()))).isInstanceOf(Admission.Admitted.class);
    assertThat(desk.images.skills(2)).containsExactly(first.id());
  }

  private List<String> actions(Skill skill) {
    AuditFilter about =
        new AuditFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.of(skill.id().toString()),
            Optional.empty(),
            Optional.empty());
    return desk.audit.list(about, Long.MAX_VALUE, 50).stream().map(AuditEntry::action).toList();
  }

  @Test
  void older_versions_do_not_come_into_use_when_the_newest_is_deleted() {
    Skill old = desk.admitted("count", "one");
    Skill newer = desk.admitted("count", "two");
    UUID run = UUID.randomUUID();
    removals.begin(newer.id(), run);
    assertThat(desk.inUse()).isEmpty();
    removals.finish(newer.id(), without(2, run), "grace");
    assertThat(desk.inUse()).isEmpty();
    assertThat(desk.status(old)).isEqualTo(Status.ROLLBACK_PENDING);
    assertThat(actions(old)).startsWith("skill_rolled_back");
  }

  private static Candidate without(int base, UUID run) {
    return new Candidate(
        base,
        SandboxImage.of("host").plus("without"),
        PIP,
        Map.of(),
        Optional.empty(),
        3,
        Optional.of(run));
  }
}
