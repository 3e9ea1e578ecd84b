package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.wire.VerdictScores;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ReportNumbersTest {
  private static final VerdictScores SCORES =
      new VerdictScores(
          new BigDecimal("91.7"),
          new BigDecimal("66.7"),
          new BigDecimal("70.0"),
          new BigDecimal("79.7"),
          new BigDecimal("80.0"),
          0,
          true,
          70,
          new VerdictScores.Weights(
              new BigDecimal("0.50"), new BigDecimal("0.35"), new BigDecimal("0.15")));

  @Test
  void a_report_has_the_four_scores_of_a_result() {
    assertThatCode(() -> ReportNumbers.requireScores("91.7, 66.7, 70 and 79.7", SCORES))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> ReportNumbers.requireScores("All in all 79.7.", SCORES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("completion 91.7")
        .hasMessageContaining("trigger 66.7")
        .hasMessageContaining("offline 70");
  }
}
