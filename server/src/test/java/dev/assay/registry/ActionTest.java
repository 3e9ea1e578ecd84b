package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ActionTest {
  /// Every pair that is not written here is illegal.
  private static final String LEGAL =
      """
      validate: pending, rejected, rollback_pending
      pass: validating
      fail: validating
      stop: validating
      approve: pending
      reject: pending, rollback_pending
      rebase: pending
      admit: validating
      roll_back: approved
      restore: rollback_pending
      delete: pending, approved, rejected, rollback_pending
      """;

  @Test
  void every_pair_of_state_and_action_is_either_in_the_table_or_illegal() {
    Map<String, String> seen = new TreeMap<>();
    for (Action action : Action.values()) {
      for (Status status : Status.values()) {
        if (action.allowedFrom(status)) {
          seen.merge(action.word(), status.word(), (all, one) -> all + ", " + one);
        }
      }
    }
    Map<String, String> expected = new TreeMap<>();
    LEGAL.lines().forEach(line -> expected.put(line.split(": ", -1)[0], line.split(": ", -1)[1]));
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void only_what_can_be_asked_for_now_is_offered() {
    assertThat(possible(Status.PENDING, Optional.empty(), ""))
        .as("nothing was proved yet")
        .containsExactly("validate", "reject", "delete");
    assertThat(possible(Status.PENDING, Optional.of(Stage.COMPLETED), ""))
        .containsExactly("validate", "approve", "reject", "delete", "revalidate");
    assertThat(possible(Status.PENDING, Optional.of(Stage.LAYER1), "The model is away."))
        .containsExactly("validate", "reject", "delete", "resume", "revalidate");
    assertThat(possible(Status.VALIDATING, Optional.of(Stage.LAYER1), ""))
        .containsExactly("cancel");
    assertThat(possible(Status.APPROVED, Optional.of(Stage.COMPLETED), ""))
        .containsExactly("validate", "delete", "revalidate");
    assertThat(possible(Status.REJECTED, Optional.of(Stage.FAILED), ""))
        .containsExactly("validate", "delete", "revalidate");
    assertThat(possible(Status.ROLLBACK_PENDING, Optional.of(Stage.COMPLETED), ""))
        .containsExactly("validate", "reject", "delete", "revalidate");
  }

  private static List<String> possible(Status status, Optional<Stage> stage, String inconclusive) {
    return Action.possible(skill(status, stage, inconclusive));
  }

  private static Skill skill(Status status, Optional<Stage> stage, String inconclusive) {
    return new Skill(
        UUID.randomUUID(),
        1,
        status,
        Bundles.of("count", "body"),
        "ada",
        "ada",
        Instant.EPOCH,
        new Skill.Validated(
            stage,
            stage.map(_ -> UUID.randomUUID()),
            Optional.of(inconclusive).filter(text -> !text.isEmpty()),
            Optional.empty(),
            false,
            Optional.empty(),
            List.of()),
        Skill.Decided.NOTHING);
  }

  @Test
  void people_read_words_for_every_state() {
    assertThat(
            List.of(
                SkillState.of(skill(Status.PENDING, Optional.empty(), "")).words(),
                SkillState.of(skill(Status.PENDING, Optional.of(Stage.COMPLETED), "")).words(),
                SkillState.of(skill(Status.PENDING, Optional.of(Stage.LAYER1), "why")).words(),
                SkillState.of(skill(Status.VALIDATING, Optional.of(Stage.LAYER2), "")).words(),
                SkillState.of(skill(Status.REJECTED, Optional.of(Stage.FAILED), "")).words(),
                SkillState.of(skill(Status.APPROVED, Optional.of(Stage.COMPLETED), "")).words(),
                SkillState.of(skill(Status.ROLLBACK_PENDING, Optional.empty(), "")).words()))
        .containsExactly(
            "not validated",
            "passed – waiting for review",
            "inconclusive",
            "validating",
            "failed",
            "in use",
            "rolled back");
  }
}
