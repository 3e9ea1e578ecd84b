package dev.assay.registry;

import static dev.assay.registry.ReviewDesk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.images.Candidate;
import dev.assay.images.Images;
import dev.assay.skill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RollbacksStoryTest {
  private final ReviewDesk desk = new ReviewDesk();
  private final Images images = desk.images;
  private final Rollbacks rollbacks = desk.rollbacks;

  @Test
  void skills_admitted_later_leave_at_once_and_a_preview_changes_nothing() {
    Skill first = desk.admitted("first", "one");
    Skill second = desk.admitted("second", "one");
    Skill third = desk.admitted("third", "one");

    Rollbacks.Rollback preview = rollbacks.preview(1);
    assertThat(preview.leaving()).extracting(Skill::name).containsExactly("second", "third");
    assertThat(preview.returning()).isEmpty();
    assertThat(images.current().number()).isEqualTo(3);
    assertThat(desk.inUse()).containsExactly(first.id(), second.id(), third.id());

    Rollbacks.Rollback done = rollbacks.rollBack(1, "ada");
    assertThat(done.leaving()).isEqualTo(preview.leaving());
    assertThat(images.current().version()).isEqualTo("v1.1");
    assertThat(desk.inUse()).containsExactly(first.id());
    assertThat(desk.status(second)).isEqualTo(Status.ROLLBACK_PENDING);
    assertThat(desk.status(third)).isEqualTo(Status.ROLLBACK_PENDING);
  }

  @Test
  void a_skill_returns_to_the_version_the_target_held() {
    Skill old = desk.admitted("count", "one");
    Skill newer = desk.admitted("count", "two");
    Skill newest = desk.admitted("count", "three");

    Rollbacks.Rollback done = rollbacks.rollBack(1, "ada");
    assertThat(done.leaving()).extracting(Skill::id).containsExactly(newer.id(), newest.id());
    assertThat(done.returning()).extracting(Skill::id).containsExactly(old.id());
    assertThat(desk.inUse()).containsExactly(old.id());
    assertThat(desk.skills.load(old.id()).decided().replacedBy()).isEmpty();
  }

  @Test
  void the_next_admission_has_a_number_of_its_own_and_the_undone_one_can_come_back() {
    Skill first = desk.admitted("first", "one");
    Skill second = desk.admitted("second", "one");
    rollbacks.rollBack(1, "ada");

    Skill third = desk.admitted("third", "one");
    assertThat(images.current().version()).isEqualTo("v1.3");
    assertThat(images.skills(3)).containsExactlyInAnyOrder(first.id(), third.id());

    Rollbacks.Rollback back = rollbacks.rollBack(2, "ada");
    assertThat(back.leaving()).extracting(Skill::id).containsExactly(third.id());
    assertThat(back.returning()).extracting(Skill::id).containsExactly(second.id());
    assertThat(desk.inUse()).containsExactly(first.id(), second.id());
  }

  @Test
  void what_was_decided_otherwise_since_does_not_come_back() {
    desk.admitted("first", "one");
    Skill second = desk.admitted("second", "one");
    rollbacks.rollBack(1, "ada");
    desk.decisions.reject(second.id(), "grace", "It did harm.");

    Rollbacks.Rollback back = rollbacks.rollBack(2, "ada");
    assertThat(back.returning()).isEmpty();
    assertThat(desk.status(second)).isEqualTo(Status.REJECTED);
  }

  @Test
  void only_another_image_that_is_kept_can_be_rolled_back_to() {
    desk.admitted("first", "one");
    refused(ErrorCode.IMAGE_NOT_FOUND, () -> rollbacks.rollBack(7, "ada"));
    refused(ErrorCode.BAD_REQUEST, () -> rollbacks.rollBack(1, "ada"));
    refused(ErrorCode.IMAGE_CHANGED, () -> rollbacks.rollBack(OptionalInt.of(3), 0, "ada"));
    assertThat(rollbacks.rollBack(OptionalInt.of(1), 0, "ada").leaving()).hasSize(1);
    assertThat(desk.inUse()).isEmpty();
  }

  @Test
  void a_rolled_back_skill_can_be_validated_again_and_admitted() {
    Skill first = desk.admitted("first", "one");
    rollbacks.rollBack(0, "ada");
    UUID run = UUID.randomUUID();
    desk.lifecycle.begin(first.id(), run);
    desk.lifecycle.conclude(first.id(), run, new Conclusion.Passed("{}", false));
    assertThat(desk.approve(desk.skills.load(first.id()))).isEqualTo(new Admission.Admitted(2));
  }

  @Test
  void rollbacks_and_approvals_at_once_leave_one_consistent_world() throws Exception {
    desk.admitted("first", "one");
    desk.admitted("second", "one");
    for (int round = 0; round < 5; round++) {
      Skill skill = desk.passed("extra", "round " + round);
      Candidate candidate = desk.candidate(skill);
      Approved right = desk.decisions.approvable(skill.id(), ReviewDesk.yes());
      int target =
          images.list().stream()
              .filter(image -> !image.current())
              .findFirst()
              .orElseThrow()
              .number();
      List<Callable<Object>> wishes = new ArrayList<>();
      wishes.add(() -> desk.decisions.admit(right, candidate));
      wishes.add(() -> rollbacks.rollBack(target, "ada"));
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        assertThat(threads.invokeAll(wishes))
            .allMatch(answer -> answer.state() == Future.State.SUCCESS);
      }
      assertThat(desk.inUse())
          .containsExactlyInAnyOrderElementsOf(images.skills(images.current().number()));
      if (desk.status(skill) == Status.PENDING) {
        desk.decisions.reject(skill.id(), "grace", "Next round.");
      }
    }
  }
}
