package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
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
  void only_what_somebody_can_ask_for_is_offered() {
    assertThat(Action.possible(Status.PENDING))
        .containsExactly("validate", "approve", "reject", "delete");
    assertThat(Action.possible(Status.VALIDATING)).isEmpty();
    assertThat(Action.possible(Status.APPROVED)).containsExactly("delete");
    assertThat(Action.possible(Status.REJECTED)).containsExactly("validate", "delete");
    assertThat(Action.possible(Status.ROLLBACK_PENDING))
        .containsExactly("validate", "reject", "delete");
  }
}
