package dev.assay.registry;

import java.util.Optional;

/// The state of a skill in words for people. The API has [Status] and [Stage].
public enum SkillState {
  NOT_VALIDATED("not validated"),
  VALIDATING("validating"),
  PASSED("passed – waiting for review"),
  HELD("held – waiting for review"),
  FAILED("failed"),
  INCONCLUSIVE("inconclusive"),
  IN_USE("in use"),
  REPLACED("replaced by a newer version"),
  REJECTED("rejected by a reviewer"),
  ROLLED_BACK("rolled back");

  private final String words;

  SkillState(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  public static SkillState of(Skill skill) {
    return switch (skill.status()) {
      case VALIDATING -> VALIDATING;
      case APPROVED -> skill.inUse() ? IN_USE : REPLACED;
      case ROLLBACK_PENDING -> ROLLED_BACK;
      case REJECTED -> skill.decided().rejected().isPresent() ? REJECTED : FAILED;
      case PENDING -> pending(skill.validated());
    };
  }

  private static SkillState pending(Skill.Validated validated) {
    if (validated.stage().equals(Optional.of(Stage.COMPLETED))) {
      return validated.heldReasons().isEmpty() ? PASSED : HELD; // also after a failed approval
    }
    return validated.inconclusiveReason().isPresent() ? INCONCLUSIVE : NOT_VALIDATED;
  }
}
