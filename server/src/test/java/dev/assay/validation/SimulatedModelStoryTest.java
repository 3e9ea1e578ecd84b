package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.testkit.model.SimulatedModelServer;
import dev.assay.testkit.model.SimulatedWorld;
import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SkillTruth;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The gate with a simulated model, whose agents run the skills' real commands in real sandboxes.
class SimulatedModelStoryTest {
  private static SimulatedModelServer model;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    model =
        SimulatedModelServer.in(
            SimulatedWorld.ORDINARY.with(new SkillTruth(1, 0, 1, 0, 0)).with(new NoisyJudge(0, 0)));
    server =
        TestServer.start(
            Map.of(
                "ASSAY_MODEL_BASE_URL",
                model.baseUrl().toString(),
                "ASSAY_MODEL_NAME",
                "simulated"));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
    model.close();
  }

  private static JsonNode validated(String example) {
    String id = gate.upload(ExampleSkills.archive(example));
    gate.start(id);
    JsonNode ended = gate.awaitEnd(id);
    assertThat(ended.path("run_state").asString()).as(ended.toPrettyString()).isEqualTo("finished");
    return gate.run(id, ended.path("run_id").asString()).path("result");
  }

  @Test
  void a_good_skill_does_its_tasks_by_its_own_commands() {
    JsonNode result = validated("text-stats");
    assertThat(result.path("outcome").asString()).as(result.toPrettyString()).isEqualTo("passed");
    assertThat(result.path("scores").path("completion_score").asDouble()).isEqualTo(100);
    assertThat(result.path("scores").path("trigger_score").asDouble()).isEqualTo(100);
  }

  @Test
  void a_broken_script_fails_by_itself() {
    JsonNode result = validated("broken-script");
    assertThat(result.path("outcome").asString()).as(result.toPrettyString()).isEqualTo("failed");
    assertThat(result.path("tasks")).isNotEmpty();
    result
        .path("tasks")
        .forEach(task -> assertThat(task.path("online").path("activated").asBoolean()).isTrue());
  }
}
