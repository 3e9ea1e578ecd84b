package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.agent.CostLedger;
import dev.assay.testkit.model.ScriptedModelServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The budget of a user stops the user's validations before the call that would exceed it. Missing
/// evidence decides nothing.
class UserBudgetStoryTest {
  @Test
  void runs_near_the_limit_are_held_with_the_remedy_and_decide_nothing() {
    try (ScriptedModelServer model = ScriptedModelServer.playing("");
        TestServer server =
            TestServer.start(
                Map.of(
                    "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                    "ASSAY_MODEL_NAME", "scripted",
                    "ASSAY_MODEL_PRICE_INPUT", "0",
                    "ASSAY_MODEL_PRICE_OUTPUT", "1000000",
                    "ASSAY_MODEL_OUTPUT_TOKENS", "256",
                    "ASSAY_MODEL_BUDGET_USER", "300",
                    "ASSAY_WORKFLOW_RETRIES", "0"))) {
      GateClient gate = new GateClient(server);
      List<String> skills = new ArrayList<>();
      for (String word : List.of("comets", "meteors")) {
        SumsModel.play(model, word); // each answer costs 5, and may cost 256
        skills.add(gate.upload(SumsModel.skill(word).archive()));
      }
      JsonNode estimate =
          server
              .admin()
              .get("/api/admin/skills/" + skills.getFirst() + "/validation-estimate")
              .body();
      assertThat(estimate.path("calls").path("least").asInt()).isEqualTo(28);
      assertThat(estimate.path("cost").path("least").asInt()).isEqualTo(28 * 60);
      assertThat(estimate.path("words").asString()).startsWith("quick: about 28 calls");
      skills.forEach(gate::start);
      for (String id : skills) {
        JsonNode status = gate.awaitEnd(id);
        assertThat(status.path("run_state").asString())
            .as(status.toPrettyString())
            .isEqualTo("finished");
        assertThat(status.path("status").asString()).isEqualTo("pending");
        assertThat(status.path("held_reasons").path(0).asString())
            .contains("The budget was spent before everything was tried. Not reached: ")
            .contains("Raise assay.model.budget.user or wait until tomorrow (UTC)");
        assertThat(status.path("scores").isObject()).isFalse();
        assertThat(status.path("spent").path("calls").asInt()).isPositive();
        assertThat(server.admin().post("/api/admin/skills/" + id + "/approve", Map.of()).code())
            .isEqualTo("HELD_NOT_ACKNOWLEDGED");
      }
      CostLedger ledger = server.part(CostLedger.class);
      assertThat(ledger.users(Instant.now().minus(Duration.ofDays(1))))
          .singleElement()
          .satisfies(
              total -> {
                assertThat(total.of()).isEqualTo("admin");
                assertThat(total.cost()).isPositive().isLessThanOrEqualTo(new BigDecimal("300"));
              });
    }
  }
}
