package dev.assay.registry;

import static dev.assay.registry.Status.APPROVED;
import static dev.assay.registry.Status.PENDING;
import static dev.assay.registry.Status.REJECTED;
import static dev.assay.registry.Status.ROLLBACK_PENDING;
import static dev.assay.registry.Status.VALIDATING;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Everything that can happen to a skill, from where, and where it leads. What is not here is
/// illegal.
public enum Action {
  VALIDATE(VALIDATING),
  PASS(PENDING),
  FAIL(REJECTED),
  /// The validation came to nothing.
  STOP(PENDING),
  APPROVE(APPROVED),
  REJECT(REJECTED),
  ROLL_BACK(ROLLBACK_PENDING);

  private final Status result;

  Action(Status result) {
    this.result = result;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean allowedFrom(Status status) {
    return switch (this) {
      case VALIDATE -> status == PENDING || status == REJECTED || status == ROLLBACK_PENDING;
      case PASS, FAIL, STOP -> status == VALIDATING;
      case APPROVE -> status == PENDING;
      case REJECT -> status == PENDING || status == ROLLBACK_PENDING;
      case ROLL_BACK -> status == APPROVED;
    };
  }

  /// Where it leads.
  ///
  /// @throws AssayException with `INVALID_STATUS_TRANSITION` and what is allowed instead
  Status from(Skill skill) {
    if (!allowedFrom(skill.status())) {
      List<String> possible = new ArrayList<>();
      for (Action action : values()) {
        if (action.allowedFrom(skill.status())) {
          possible.add(action.word());
        }
      }
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
