package dev.assay.registry;

import static dev.assay.registry.ReviewDesk.PIP;
import static dev.assay.registry.ReviewDesk.refused;
import static dev.assay.registry.ReviewDesk.yes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.images.Candidate;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class DecisionsStoryTest {
  private final ReviewDesk desk = new ReviewDesk();
  private final Skills skills = desk.skills;
  private final Lifecycle lifecycle = desk.lifecycle;
  private final Images images = desk.images;
  private final Decisions decisions = desk.decisions;

  @Test
  void an_approval_changes_state_image_and_use_together() {
    Skill count = desk.passed("count", "one");
    assertThat(desk.approve(count)).isEqualTo(new Admission.Admitted(1));

    Skill now = skills.load(count.id());
    assertThat(now.status()).isEqualTo(Status.APPROVED);
    assertThat(now.inUse()).isTrue();
    assertThat(now.decided().approved()).contains(new Skill.Mark("grace", desk.clock.instant()));
    assertThat(now.decided().image()).contains(1);
    assertThat(now.decided().installed()).isEqualTo(PIP);
    assertThat(images.current())
        .isEqualTo(
            new RuntimeImage(
                1,
                SandboxImage.of("host").plus("count"),
                PIP,
                Optional.of("count"),
                Optional.of(count.bundle().digest().toString()),
                Optional.empty(),
                7,
                desk.clock.instant(),
                true));
    assertThat(images.skills(1)).containsExactly(count.id());
    assertThat(skills.approved()).containsExactly(now);
  }

  @Test
  void a_newer_version_takes_the_place_of_the_older_one() {
    Skill old = desk.passed("count", "one");
    desk.approve(old);
    Skill other = desk.passed("other", "one");
    desk.approve(other);
    Skill newer = desk.passed("count", "two");
    assertThat(skills.approved()).extracting(Skill::version).containsExactly(1, 1);

    desk.approve(newer);

    assertThat(skills.approved()).extracting(Skill::id).containsExactly(newer.id(), other.id());
    assertThat(skills.load(old.id()).decided().replacedBy()).contains(newer.id());
    assertThat(images.skills(3)).containsExactlyInAnyOrder(newer.id(), other.id());
    assertThat(images.skills(2)).containsExactlyInAnyOrder(old.id(), other.id());
  }

  @Test
  void what_did_not_pass_is_not_approved() {
    UUID id = skills.submit(Bundles.named("count"), new Actor("ada", "ada"), () -> {}).skill().id();
    refused(ErrorCode.VALIDATION_NOT_COMPLETED, () -> decisions.approvable(id, yes()));

    UUID run = UUID.randomUUID();
    lifecycle.begin(id, run);
    refused(ErrorCode.INVALID_STATUS_TRANSITION, () -> decisions.approvable(id, yes()));

    lifecycle.conclude(id, run, new Conclusion.Inconclusive("No model."));
    refused(ErrorCode.VALIDATION_NOT_COMPLETED, () -> decisions.approvable(id, yes()));

    lifecycle.begin(id, UUID.randomUUID());
    lifecycle.conclude(
        id, skills.load(id).validated().run().orElseThrow(), new Conclusion.Failed("{}", false));
    refused(ErrorCode.INVALID_STATUS_TRANSITION, () -> decisions.approvable(id, yes()));
    assertThat(images.list()).hasSize(1);
  }

  @Test
  void a_reviewer_approves_what_they_looked_at_and_nothing_else() {
    Skill count = desk.passed("count", "one");
    Review other =
        new Review(
            "grace", Optional.of("sha256:00"), Optional.empty(), Review.Rehearsal.ACKNOWLEDGED);
    refused(ErrorCode.VALIDATION_NOT_COMPLETED, () -> decisions.approvable(count.id(), other));
    Review older =
        new Review(
            "grace",
            Optional.of(count.bundle().digest().toString()),
            Optional.of(UUID.randomUUID()),
            Review.Rehearsal.ACKNOWLEDGED);
    refused(ErrorCode.VALIDATION_NOT_COMPLETED, () -> decisions.approvable(count.id(), older));

    Approved right = decisions.approvable(count.id(), yes());
    Candidate candidate = desk.candidate(count);
    UUID again = UUID.randomUUID();
    lifecycle.begin(count.id(), again);
    lifecycle.conclude(count.id(), again, new Conclusion.Passed("{}", false));
    refused(ErrorCode.VALIDATION_NOT_COMPLETED, () -> decisions.admit(right, candidate));
    assertThat(skills.load(count.id()).status()).isEqualTo(Status.PENDING);
    assertThat(images.list()).hasSize(1);
  }

  @Test
  void a_rehearsal_is_approved_by_who_knows_and_the_skill_keeps_that_mark() {
    Skill count = desk.passed("count", "one", true);
    refused(ErrorCode.REHEARSAL_NOT_ACKNOWLEDGED, () -> decisions.approvable(count.id(), yes()));
    Review knowing =
        new Review("grace", Optional.empty(), Optional.empty(), Review.Rehearsal.ACKNOWLEDGED);
    decisions.admit(decisions.approvable(count.id(), knowing), desk.candidate(count));
    assertThat(skills.load(count.id()).decided().rehearsalAcknowledged()).isTrue();

    Skill model = desk.passed("model", "one");
    decisions.admit(decisions.approvable(model.id(), knowing), desk.candidate(model));
    assertThat(skills.load(model.id()).decided().rehearsalAcknowledged()).isFalse();
  }

  @Test
  void tests_on_a_newer_image_that_were_stopped_admit_nothing_however_late_they_come() {
    Skill count = desk.passed("count", "one");
    Approved right = decisions.approvable(count.id(), yes());
    UUID run = UUID.randomUUID();
    decisions.beginChange(right, run);
    Candidate tested =
        new Candidate(
            0,
            SandboxImage.of("host").plus("rebased"),
            PIP,
            PIP,
            Optional.empty(),
            7,
            Optional.of(run));
    decisions.stopChange(count.id(), run, "Cancelled.");

    refused(ErrorCode.VALIDATION_NOT_COMPLETED, () -> decisions.admit(right, tested));
    assertThat(skills.load(count.id()).status()).isEqualTo(Status.PENDING);
    assertThat(images.list()).hasSize(1);
    assertThat(desk.approve(count)).isEqualTo(new Admission.Admitted(1));
  }

  @Test
  void a_candidate_of_an_older_image_is_not_admitted() {
    Skill first = desk.passed("first", "one");
    Skill second = desk.passed("second", "one");
    Candidate stale = desk.candidate(second);
    desk.approve(first);

    assertThat(decisions.admit(decisions.approvable(second.id(), yes()), stale))
        .isEqualTo(new Admission.Moved(1));
    assertThat(skills.load(second.id()).status()).isEqualTo(Status.PENDING);
  }

  @Test
  void while_one_waits_for_its_tests_on_the_current_image_nobody_moves_it_away() {
    Skill first = desk.passed("first", "one");
    Skill second = desk.passed("second", "one");
    Approved right = decisions.approvable(first.id(), yes());
    UUID run = UUID.randomUUID();
    decisions.beginChange(right, run);
    decisions.beginChange(right, run);
    assertThat(skills.load(first.id()).status()).isEqualTo(Status.VALIDATING);
    lifecycle.conclude(first.id(), right.run(), new Conclusion.Passed("{}", false));
    assertThat(skills.load(first.id()).status()).isEqualTo(Status.VALIDATING);

    assertThat(desk.approve(second)).isEqualTo(new Admission.Moved(0));
    Candidate tested =
        new Candidate(
            0,
            SandboxImage.of("host").plus("rebased"),
            PIP,
            PIP,
            Optional.empty(),
            7,
            Optional.of(run));
    assertThat(decisions.admit(decisions.underWay(first.id(), run, yes()), tested))
        .isEqualTo(new Admission.Admitted(1));
    assertThat(desk.approve(second)).isEqualTo(new Admission.Admitted(2));
  }

  @Test
  void tests_that_came_to_nothing_leave_the_skill_to_its_reviewer_and_a_regression_does_not() {
    Skill first = desk.passed("first", "one");
    UUID run = UUID.randomUUID();
    decisions.beginChange(decisions.approvable(first.id(), yes()), run);
    decisions.stopChange(first.id(), UUID.randomUUID(), "Somebody else's.");
    decisions.stopChange(first.id(), run, "No sandbox.");
    Skill stopped = skills.load(first.id());
    assertThat(stopped.status()).isEqualTo(Status.PENDING);
    assertThat(stopped.validated().stage()).contains(Stage.COMPLETED);
    assertThat(stopped.validated().inconclusiveReason()).contains("No sandbox.");
    assertThat(skills.waiting(0, 10).skills()).containsExactly(stopped);

    UUID second = UUID.randomUUID();
    decisions.beginChange(decisions.approvable(first.id(), yes()), second);
    decisions.failChange(first.id(), second, "\"other\" no longer does its task.");
    decisions.stopChange(first.id(), second, "Too late.");
    Skill failed = skills.load(first.id());
    assertThat(failed.status()).isEqualTo(Status.REJECTED);
    assertThat(failed.decided().rejectReason()).contains("\"other\" no longer does its task.");
    assertThat(images.list()).hasSize(1);
  }

  @Test
  void a_rejection_needs_a_reason_and_frees_the_name() {
    Skill count = desk.passed("count", "one");
    refused(ErrorCode.BAD_REQUEST, () -> decisions.reject(count.id(), "grace", "  "));
    refused(ErrorCode.BAD_REQUEST, () -> decisions.reject(count.id(), "grace", "x".repeat(501)));
    Skill rejected = decisions.reject(count.id(), "grace", "It counts wrongly.\u0000");
    assertThat(rejected.status()).isEqualTo(Status.REJECTED);
    assertThat(rejected.decided().rejected())
        .contains(new Skill.Mark("grace", desk.clock.instant()));
    assertThat(rejected.decided().rejectReason().orElseThrow()).startsWith("It counts wrongly.");
    refused(ErrorCode.INVALID_STATUS_TRANSITION, () -> decisions.reject(count.id(), "grace", "x"));

    assertThat(skills.submit(Bundles.of("count", "two"), new Actor("ada", "ada"), () -> {}))
        .isInstanceOf(Submission.Added.class);
  }

  @Test
  void a_skill_validated_again_has_no_reason_of_an_earlier_rejection() {
    Skill count = desk.passed("count", "one");
    decisions.reject(count.id(), "grace", "Not yet.");
    lifecycle.begin(count.id(), UUID.randomUUID());
    assertThat(skills.load(count.id()).decided()).isEqualTo(Skill.Decided.NOTHING);
  }

  @Test
  void of_many_decisions_at_once_exactly_one_wins() throws Exception {
    for (int round = 0; round < 5; round++) {
      Skill count = desk.passed("count", "round " + round);
      Approved right = decisions.approvable(count.id(), yes());
      Candidate candidate = desk.candidate(count);
      int before = images.list().size();
      List<Callable<Boolean>> wishes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        wishes.add(() -> decisions.admit(right, candidate) instanceof Admission.Admitted);
        wishes.add(() -> decisions.reject(count.id(), "grace", "No.").status() == Status.REJECTED);
      }
      List<Future<Boolean>> answers;
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        answers = threads.invokeAll(wishes);
      }
      assertThat(answers)
          .filteredOn(f -> f.state() == Future.State.SUCCESS && f.resultNow())
          .hasSize(1);
      boolean admitted = skills.load(count.id()).status() == Status.APPROVED;
      assertThat(images.list()).hasSize(before + (admitted ? 1 : 0));
    }
  }

  @Test
  void of_many_approvals_of_different_skills_at_once_one_makes_the_next_image() throws Exception {
    List<Callable<Admission>> wishes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Skill skill = desk.passed("skill-" + i, "one");
      Candidate candidate = desk.candidate(skill);
      wishes.add(() -> decisions.admit(decisions.approvable(skill.id(), yes()), candidate));
    }
    List<Future<Admission>> answers;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      answers = threads.invokeAll(wishes);
    }
    assertThat(answers).filteredOn(f -> f.resultNow() instanceof Admission.Admitted).hasSize(1);
    assertThat(images.list()).hasSize(2);
    assertThat(skills.approved()).hasSize(1);
  }

  @Test
  void the_base_the_last_five_and_the_current_image_are_kept_and_numbers_are_not_used_again() {
    for (int i = 1; i <= 11; i++) {
      desk.approve(desk.passed("count", "version " + i));
    }
    assertThat(images.list())
        .extracting(RuntimeImage::version)
        .containsExactly("v1.11", "v1.10", "v1.9", "v1.8", "v1.7", "v1.0");
    refused(ErrorCode.IMAGE_NOT_FOUND, () -> images.load(6));
    refused(ErrorCode.IMAGE_NOT_FOUND, () -> RuntimeImage.numberOf("v1.06"));
    refused(ErrorCode.IMAGE_NOT_FOUND, () -> RuntimeImage.numberOf("v2.1"));
    assertThat(RuntimeImage.numberOf("v1.10")).isEqualTo(10);
  }
}
