package dev.assay.validation.fulltest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.validation.decision.ExecutorPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestedTest {
  private static Tested tested(char letter, String model) {
    Tested.Outcome outcome =
        switch (letter) {
          case 'P' -> Tested.Outcome.PASSED;
          case 'F' -> Tested.Outcome.FAILED;
          default -> Tested.Outcome.INCONCLUSIVE;
        };
    String reason = letter == 'P' ? "" : "Because.";
    return new Tested(
        "sums",
        outcome,
        reason,
        Optional.empty(),
        List.of(),
        3,
        List.of(new Tested.Line(model, outcome, reason, Optional.empty())));
  }

  @ParameterizedTest(name = "{0}: {1} is {2}")
  @CsvSource({
    "all, P, PASSED",
    "all, F, FAILED",
    "all, PP, PASSED",
    "all, PF, FAILED",
    "all, PI, INCONCLUSIVE",
    "any, PF, PASSED",
    "any, FI, INCONCLUSIVE",
    "any, FF, FAILED",
    "majority, PPF, PASSED",
    "majority, PFI, INCONCLUSIVE",
    "majority, FFI, FAILED",
    "majority, PF, FAILED"
  })
  void a_skill_passes_with_as_many_executors_as_the_policy_asks_for(
      String policy, String letters, Tested.Outcome expected) {
    List<Tested> all = new ArrayList<>();
    for (char letter : letters.toCharArray()) {
      all.add(tested(letter, "model-" + (all.size() + 1)));
    }
    Tested both = Tested.of(ExecutorPolicy.of(policy), all);
    assertThat(both.outcome()).isEqualTo(expected);
    assertThat(both.executors()).hasSize(letters.length());
  }
}
