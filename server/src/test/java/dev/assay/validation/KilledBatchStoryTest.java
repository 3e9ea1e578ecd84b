package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.testkit.model.ScriptedModelServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import tools.jackson.databind.JsonNode;

/// A real server process, killed with SIGKILL in the middle of a batch of the level `standard`.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_KILLS",
    matches = ".+",
    disabledReason = "a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
class KilledBatchStoryTest {
  private final KillableGate killable = new KillableGate();

  @AfterEach
  void end() throws InterruptedException {
    killable.close();
  }

  @Test
  void a_batch_goes_on_after_a_kill_and_comes_to_the_same_verdict() throws Exception {
    try (ScriptedModelServer model = ScriptedModelServer.playing("")) {
      ProofScenes.play(model, "emus", "I do not know.", "say: Alliterated.");
      Map<String, String> settings =
          Map.of(
              "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
              "ASSAY_MODEL_NAME", "scripted",
              "ASSAY_VALIDATION_PROOF", "standard");
      GateClient gate = killable.start(settings);
      String id = gate.upload(ProofScenes.skill("emus").archive());
      String run = gate.start(id);
      awaitStep(run, "baseline task-3");
      killable.kill();
      gate = killable.start(settings);
      JsonNode status = gate.awaitEnd(id);
      assertThat(status.path("run_state").asString())
          .as(status.toPrettyString())
          .isEqualTo("finished");
      JsonNode killed = gate.run(id, run).path("result");
      assertThat(killed.path("outcome").asString()).isEqualTo("passed");
      assertThat(asked(model, "Write exactly 6 tasks")).isEqualTo(1);
      assertThat(asked(model, "must leave alone")).isEqualTo(1);

      String again = gate.start(id);
      gate.awaitEnd(id);
      JsonNode whole = gate.run(id, again).path("result");
      assertThat(whole.path("outcome")).isEqualTo(killed.path("outcome"));
      assertThat(whole.path("scores")).isEqualTo(killed.path("scores"));
      for (String part : List.of("level", "tasks", "pairs", "score", "lift", "grabbed")) {
        assertThat(whole.path("proof").path(part)).isEqualTo(killed.path("proof").path(part));
      }
    }
  }

  private static long asked(ScriptedModelServer model, String words) {
    return model.requests().stream().filter(each -> each.body().contains(words)).count();
  }

  private void awaitStep(String run, String step) {
    await()
        .atMost(KillableGate.PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                killable.count(
                        "select count(*) from workflow_step where run = ?::uuid and name = ?",
                        run,
                        step)
                    > 0);
  }
}
