package dev.assay.web.console.skill;

import dev.assay.registry.Skill;
import dev.assay.registry.Stage;
import dev.assay.web.console.evidence.ScoresView;
import java.util.Optional;

/// A skill as the list shows it.
public record SkillRow(Skill skill, String stage, Optional<ScoresView> scores) {
  static SkillRow of(Skill skill) {
    return new SkillRow(
        skill,
        skill.validated().stage().map(SkillRow::words).orElse("–"),
        skill.validated().scores().map(ScoresView::read));
  }

  public boolean inconclusive() {
    return skill.validated().inconclusiveReason().isPresent();
  }

  public String colour() {
    return switch (skill.status()) {
      case PENDING -> inconclusive() ? "orange" : "secondary";
      case VALIDATING -> "blue";
      case APPROVED -> "green";
      case REJECTED -> "red";
      case ROLLBACK_PENDING -> "orange";
    };
  }

  private static String words(Stage stage) {
    return switch (stage) {
      case LAYER1 -> "layer 1: the skill itself";
      case LAYER2 -> "layer 2: the skills before it";
      case COMPLETED -> "completed";
      case FAILED -> "failed";
    };
  }
}
