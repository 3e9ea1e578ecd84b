package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReportNumbersTest {
  private final ReportNumbers numbers =
      new ReportNumbers(
          """
          {"scores": {"completion": 91.7, "trigger": 66.7, "offline": 70.0, "overall": 79.7},
           "tasks": [{"offline": {"score": 4}}]}
          """);

  @Test
  void a_report_has_every_score_of_a_result() {
    assertThatCode(() -> numbers.requireScores("91.7, 66.7, 70 and 79.7"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> numbers.requireScores("All in all 79.7."))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("completion 91.7")
        .hasMessageContaining("trigger 66.7")
        .hasMessageContaining("offline 70");
  }
}
