package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.registry.Calibrations;
import dev.assay.testkit.model.ScriptedModelServer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CalibrationsApiStoryTest {
  private static final String PATH = "/api/admin/calibrations";
  private static final Map<String, Object> REPORT =
      Map.of(
          "false_accept", Map.of("hits", 1, "of", 25, "low", .01, "high", .2),
          "false_reject", Map.of("hits", 0, "of", 5, "low", 0, "high", .43),
          "judge_noise", .5);

  @Test
  void a_calibration_holds_for_the_conditions_it_was_made_under_and_no_others() {
    try (ScriptedModelServer model = ScriptedModelServer.playing("");
        TestServer server =
            TestServer.start(
                Map.of(
                    "ASSAY_MODEL_BASE_URL",
                    model.baseUrl().toString(),
                    "ASSAY_MODEL_NAME",
                    "scripted"))) {
      Api admin = server.admin();
      JsonNode before = admin.get(PATH).body();
      assertThat(before.path("words").asString()).contains("not calibrated");
      JsonNode conditions = before.path("conditions");
      assertThat(conditions.path("models").path("judge").asString()).isEqualTo("scripted");

      Map<String, Object> other = new HashMap<>();
      other.put("models", Map.of("judge", "another"));
      other.put("prompts", conditions.path("prompts").asString());
      other.put("policy", conditions.path("policy").asString());
      other.put("version", conditions.path("version").asString());
      Api.Reply refused = admin.post(PATH, Map.of("conditions", other, "report", REPORT));
      assertThat(refused.code()).isEqualTo("BAD_REQUEST");
      assertThat(refused.response().body()).contains("model for judge changed");
      assertThat(admin.post(PATH, Map.of("conditions", conditions)).code())
          .isEqualTo("BAD_REQUEST");
      assertThat(admin.post(PATH, Map.of("conditions", conditions, "report", Map.of())).code())
          .isEqualTo("BAD_REQUEST");
      assertThat(admin.get(PATH).body().path("calibrations")).isEmpty();

      Api.Reply kept = admin.post(PATH, Map.of("conditions", conditions, "report", REPORT));
      assertThat(kept.status()).isEqualTo(201);
      assertThat(kept.body().path("words").asString())
          .startsWith("with these models the gate accepted 4 % of bad skills and rejected 0 %");
      assertThat(admin.get("/api/admin/audit?action=calibration_recorded").response().body())
          .contains("scripted");

      server
          .part(Calibrations.class)
          .add("admin", conditions.toString().replace("scripted", "gone"), text(kept.body()));
      JsonNode expired = admin.get(PATH).body();
      assertThat(expired.path("calibrations").path(0).path("expired").toString())
          .contains("the model for judge changed (gone to scripted)");
      assertThat(expired.path("words").asString()).contains("; expired: ");
      String page = admin.get("/admin/calibrations").response().body();
      assertThat(page).contains("standard deviation of 0.50 grades").contains("expired");
    }
  }

  private static String text(JsonNode kept) {
    return kept.path("report").toString();
  }
}
