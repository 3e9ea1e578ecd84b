package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.model.Purpose;
import dev.assay.validation.settings.ProofLevel;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static final Map<Purpose, BigDecimal> NO_PRICE = Map.of();

  @Test
  void quick_asks_as_often_as_was_measured_for_three_tasks() {
    Forecast forecast = Forecast.of(ProofLevel.QUICK, 0, 0, NO_PRICE, "no prices");

    assertThat(forecast.calls().least()).isEqualTo(forecast.calls().most()).isEqualTo("28");
    assertThat(forecast.words())
        .isEqualTo("quick: about 28 calls to models, cost unknown (no prices)");
  }

  @Test
  void standard_goes_from_the_first_batch_to_the_last() {
    Forecast forecast = Forecast.of(ProofLevel.STANDARD, 0, 0, NO_PRICE, "");

    assertThat(forecast.calls().least()).isEqualTo("92");
    assertThat(forecast.calls().most()).isEqualTo("278");
  }

  @Test
  void each_approved_skill_adds_three_tasks() {
    BigDecimal alone = Forecast.of(ProofLevel.STANDARD, 0, 0, NO_PRICE, "").calls().least();
    BigDecimal beside = Forecast.of(ProofLevel.STANDARD, 2, 0, NO_PRICE, "").calls().least();

    assertThat(beside.subtract(alone)).isEqualTo("24");
  }

  @Test
  void costs_follow_from_what_a_call_of_each_purpose_costs() {
    Forecast forecast =
        Forecast.of(
            ProofLevel.QUICK,
            0,
            0,
            Map.of(Purpose.EXECUTE, new BigDecimal("0.01"), Purpose.JUDGE, new BigDecimal("0.1")),
            "by prices");

    assertThat(forecast.cost().least()).isEqualByComparingTo("0.78");
    assertThat(forecast.words()).endsWith(", cost 0.78 (by prices)");
  }
}
