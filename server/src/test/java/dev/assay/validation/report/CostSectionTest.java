package dev.assay.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.CostLine;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CostSectionTest {
  @Test
  void every_purpose_has_a_row_and_the_share_of_the_cache_is_said() {
    CostLine line =
        new CostLine(
            Purpose.JUDGE,
            "big|`model`",
            3,
            new Usage(1000, 50, 700, 200, Optional.empty()),
            new BigDecimal("0.01234"),
            Duration.ofMillis(1500));
    assertThat(CostSection.of(List.of(line)))
        .contains("| judge | `big??model?` | 3 | 1000 | 700 | 200 | 50 | 0.0123 | 1500 ms |")
        .contains("70 % of the tokens");
    assertThat(CostSection.of(List.of())).isEmpty();
  }
}
