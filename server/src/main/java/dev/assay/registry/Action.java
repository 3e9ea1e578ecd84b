package dev.assay.registry;

import static dev.assay.registry.Status.APPROVED;
import static dev.assay.registry.Status.PENDING;
import static dev.assay.registry.Status.REJECTED;
import static dev.assay.registry.Status.ROLLBACK_PENDING;
import static dev.assay.registry.Status.VALIDATING;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The transitions of a skill's state: their sources and their result. Any other transition is
/// illegal.
public enum Action {
  VALIDATE(VALIDATING),
  PASS(PENDING),
  FAIL(REJECTED),
  /// The validation gave no verdict.
  STOP(PENDING),
  APPROVE(APPROVED),
  REJECT(REJECTED),
  /// The skill was approved, but must first be tested on a newer image.
  REBASE(VALIDATING),
  /// The tests on the newer image passed.
  ADMIT(APPROVED),
  ROLL_BACK(ROLLBACK_PENDING),
  /// An image that used it became current again.
  RESTORE(APPROVED),
  /// The skill is gone afterwards, or about to be removed.
  DELETE(ROLLBACK_PENDING);

  private final Status result;

  Action(Status result) {
    this.result = result;
  }

  public String word() {
    return Words.of(this);
  }

  public boolean allowedFrom(Status status) {
    return switch (this) {
      case VALIDATE -> status == PENDING || status == REJECTED || status == ROLLBACK_PENDING;
      case PASS, FAIL, STOP, ADMIT -> status == VALIDATING;
      case APPROVE, REBASE -> status == PENDING;
      case REJECT -> status == PENDING || status == ROLLBACK_PENDING;
      case ROLL_BACK -> status == APPROVED;
      case RESTORE -> status == ROLLBACK_PENDING;
      case DELETE -> status != VALIDATING;
    };
  }

  /// Says whether a user can request it; the others follow from runs and from changes of the image.
  public boolean isAskedFor() {
    return switch (this) {
      case VALIDATE, APPROVE, REJECT, DELETE -> true;
      case PASS, FAIL, STOP, REBASE, ADMIT, ROLL_BACK, RESTORE -> false;
    };
  }

  /// The actions that a user can request in the skill's state: an approval only after a completed
  /// validation, a continuation only of one that stopped.
  public static List<String> possible(Skill skill) {
    List<String> possible = new ArrayList<>();
    for (Action action : values()) {
      if (action.isAskedFor() && action.allowedFrom(skill.status()) && isReady(action, skill)) {
        possible.add(action.word());
      }
    }
    if (skill.inUse()) {
      possible.addFirst(VALIDATE.word());
    }
    if (skill.validated().failedAgain().isPresent()) {
      possible.add("rollback");
    }
    if (SkillState.of(skill) == SkillState.INCONCLUSIVE) {
      possible.add("resume");
    }
    boolean again = skill.validated().run().isPresent();
    if (again && possible.contains(VALIDATE.word())) {
      possible.add("revalidate");
    }
    if (skill.status() == VALIDATING) {
      possible.add("cancel");
    }
    return List.copyOf(possible);
  }

  private static boolean isReady(Action action, Skill skill) {
    return action != APPROVE || skill.validated().stage().equals(Optional.of(Stage.COMPLETED));
  }

  /// The status after the action.
  ///
  /// @throws AssayException with `INVALID_STATUS_TRANSITION` and the allowed actions
  Status from(Skill skill) {
    if (!allowedFrom(skill.status())) {
      List<String> possible = possible(skill);
      throw new AssayException(
          ErrorCode.INVALID_STATUS_TRANSITION,
          "\"%s\" version %d is %s, from where %s is not possible. Possible: %s."
              .formatted(
                  skill.name(),
                  skill.version(),
                  skill.status().word(),
                  word(),
                  possible.isEmpty() ? "nothing" : String.join(", ", possible)),
          Map.of("status", skill.status().word(), "allowed_actions", possible));
    }
    return result;
  }
}
