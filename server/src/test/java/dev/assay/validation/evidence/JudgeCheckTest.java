package dev.assay.validation.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgeCheckTest {
  private static JudgeCheck check(int score, int again, int second) {
    return new JudgeCheck(
        "task-1", "one", score, Optional.of(again), Optional.of("other"), Optional.of(second));
  }

  @Test
  void noise_is_the_standard_deviation_of_one_grade_and_leniency_the_mean_difference() {
    List<JudgeCheck> checks =
        List.of(check(4, 4, 3), check(4, 3, 4), check(5, 5, 4), check(3, 4, 3));
    assertThat(JudgeCheck.noise(checks).orElseThrow()).isEqualTo(.5);
    assertThat(JudgeCheck.leniency(checks).orElseThrow()).isEqualTo(.5);
    assertThat(JudgeCheck.noise(List.of())).isEmpty();
  }

  @Test
  void judges_who_are_two_grades_apart_are_a_warning() {
    assertThat(check(4, 4, 3).disagreement()).isEmpty();
    assertThat(check(5, 5, 2).disagreement())
        .contains("The judges disagree about task-1: one gave 5 of 5, other gave 2.");
  }
}
