package dev.assay.web.console.skill;

import dev.assay.registry.Skill;
import dev.assay.registry.SkillState;
import dev.assay.web.console.evidence.ScoresView;
import java.util.Optional;

/// A skill as the list shows it.
public record SkillRow(Skill skill, SkillState state, Optional<ScoresView> scores) {
  static SkillRow of(Skill skill) {
    return new SkillRow(
        skill, SkillState.of(skill), skill.validated().scores().map(ScoresView::read));
  }

  public String colour() {
    return colour(state);
  }

  static String colour(SkillState state) {
    return switch (state) {
      case NOT_VALIDATED, REPLACED -> "secondary";
      case VALIDATING -> "blue";
      case PASSED, IN_USE -> "green";
      case HELD, INCONCLUSIVE, ROLLED_BACK -> "orange";
      case FAILED, REJECTED -> "red";
    };
  }
}
