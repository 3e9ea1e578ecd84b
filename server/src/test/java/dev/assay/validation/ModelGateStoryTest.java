package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.testkit.model.ScriptedModelServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Validations with a model that speaks the usual protocol: when it fails, is misconfigured, is
/// slow or never comes to an end. Each story has a word of its own by which its scenes are found.
class ModelGateStoryTest {
  private static ScriptedModelServer model;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    model = ScriptedModelServer.playing("");
    server =
        TestServer.start(
            Map.of(
                "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                "ASSAY_MODEL_NAME", "scripted",
                "ASSAY_MODEL_RETRIES", "0",
                "ASSAY_WORKFLOW_RETRIES", "0",
                "ASSAY_VALIDATION_COMMAND_TIME", "3s"));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
    model.close();
  }

  private static SampleSkill skill(String word) {
    return SumsModel.skill(word);
  }

  private static void play(String word, String... first) {
    SumsModel.play(model, word, first);
  }

  private static long asked(String word, String what) {
    return model.requests().stream()
        .filter(request -> request.body().contains(word) && request.body().contains(what))
        .count();
  }

  private static String begun(String word) {
    String id = gate.upload(skill(word).archive());
    gate.start(id);
    return id;
  }

  @Test
  void a_model_that_fails_in_the_middle_costs_nothing_of_what_was_found() {
    play("zebras", "if: You judge how well\nstatus: 500\nsay: out of order");
    String id = begun("zebras");
    JsonNode stopped = gate.awaitEnd(id);
    assertThat(stopped.path("run_state").asString()).isEqualTo("inconclusive");
    assertThat(stopped.path("status").asString()).isEqualTo("pending");
    assertThat(stopped.path("inconclusive_reason").asString()).contains("MODEL_");
    assertThat(stopped.path("scores").isObject()).isFalse();
    assertThat(gate.sandboxes()).isEmpty();
    String run = stopped.path("run_id").asString();
    JsonNode online = gate.evidence(id, run, "online task-1");

    assertThat(gate.post(id, "resume").status()).isEqualTo(202);
    JsonNode done = gate.awaitEnd(id);
    assertThat(done.path("run_state").asString()).as(done.toPrettyString()).isEqualTo("finished");
    assertThat(done.path("run_id").asString()).isEqualTo(run);
    assertThat(gate.run(id, run).path("result").path("outcome").asString()).isEqualTo("passed");
    assertThat(gate.evidence(id, run, "online task-1")).isEqualTo(online);
    assertThat(gate.attempts(id, "online task-1")).isEqualTo(1);
    assertThat(asked("zebras", "You write tasks that show")).isEqualTo(1);

    List<String> all = events(id, "0");
    List<String> later = events(id, all.get(4));
    assertThat(later).isEqualTo(all.subList(5, all.size()));
    assertThat(events(id, all.getLast())).isEmpty();
    Api.Reply wrong =
        gate.admin()
            .send(
                gate.admin()
                    .request("/api/admin/skills/" + id + "/events")
                    .header("Last-Event-ID", "yesterday")
                    .GET());
    assertThat(wrong.status()).isEqualTo(400);
  }

  /// Returns the numbers of the events after the given one. The stream ends because the run has
  /// ended.
  private static List<String> events(String id, String after) {
    Api.Reply reply =
        gate.admin()
            .send(
                gate.admin()
                    .request("/api/admin/skills/" + id + "/events")
                    .header("Last-Event-ID", after)
                    .GET());
    return reply
        .response()
        .body()
        .lines()
        .filter(line -> line.startsWith("id:"))
        .map(line -> line.substring(3).strip())
        .toList();
  }

  @Test
  void a_key_that_is_refused_is_inconclusive_and_says_what_to_mend() {
    play("yaks", "always\nstatus: 401\nsay: invalid api key");
    JsonNode status = gate.awaitEnd(begun("yaks"));
    assertThat(status.path("run_state").asString()).isEqualTo("inconclusive");
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("inconclusive_reason").asString())
        .contains("MODEL_")
        .contains("assay.model.key");
    assertThat(asked("yaks", "")).isEqualTo(1);
  }

  @Test
  void a_model_that_is_not_known_is_inconclusive_and_named() {
    play("xerus", "always\nstatus: 404\nsay: The model does not exist");
    JsonNode status = gate.awaitEnd(begun("xerus"));
    assertThat(status.path("run_state").asString()).isEqualTo("inconclusive");
    assertThat(status.path("inconclusive_reason").asString())
        .contains("MODEL_")
        .contains("scripted");
  }

  @Test
  void a_script_that_hangs_is_the_skills_failure() {
    play("walrus");
    String id = gate.upload(skill("walrus").script("sleep 600\n").archive());
    String run = gate.start(id);
    assertThat(gate.awaitEnd(id).path("run_state").asString()).isEqualTo("finished");
    JsonNode result = gate.run(id, run).path("result");
    assertThat(result.path("outcome").asString()).isEqualTo("failed");
    assertThat(result.path("reasons").toString()).contains("ONLINE_VALIDATION_FAILED");
    for (JsonNode task : result.path("tasks")) {
      assertThat(task.path("online").path("score").asInt()).isEqualTo(1);
      assertThat(task.path("online").path("ending").asString())
          .isEqualTo("out of budget: commands");
    }
    assertThat(asked("walrus", "You judge how well")).isZero();
    assertThat(gate.sandboxes()).isEmpty();
  }

  @Test
  void a_model_that_takes_longer_than_commands_may_costs_the_skill_nothing() {
    play(
        "voles",
        "always\nif: You do what the user asks\nif: total: 6\ndelay: 4000\nsay: The sum is 6.");
    String id = begun("voles");
    assertThat(gate.awaitEnd(id).path("scores").path("overall").asDouble()).isEqualTo(100.0);
  }

  @Test
  void an_agent_that_never_ends_has_not_done_its_task() {
    play("umbra", "always\nif: You do what the user asks\ncall: execute {\"command\": \"true\"}");
    String id = begun("umbra");
    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    JsonNode result = gate.run(id, status.path("run_id").asString()).path("result");
    assertThat(result.path("outcome").asString()).isEqualTo("failed");
    assertThat(result.path("tasks").path(0).path("online").path("ending").asString())
        .isEqualTo("out of budget: turns");
  }
}
