package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.testkit.model.ModelRequest;
import dev.assay.testkit.model.ScriptedModelServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Validations with several executors: `able` and `deft` use the skill, `clumsy` does not.
class ExecutorsStoryTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String AGENT = "if: You do what the user asks\nif: \"model\":\"%s\"\n";
  private static final String CLUMSY =
      "always\n" + AGENT.formatted("clumsy") + "usage: 1000 10\nsay: I do not know.";
  private static final String WRONG =
      "always\nif: You judge how well\nif: I do not know\nsay: {\"analysis\": \"Nothing.\","
          + " \"requirements_met\": [], \"requirements_missed\": [\"The sum\"], \"score\": 1,"
          + " \"reason\": \"Not done.\"}";

  private static ScriptedModelServer model;
  private static TestServer any;
  private static TestServer majority;

  @BeforeAll
  static void open() {
    model = ScriptedModelServer.playing("");
    any = start("any", List.of("able", "clumsy"));
    majority = start("majority", List.of("able", "clumsy", "deft"));
  }

  private static TestServer start(String policy, List<String> executors) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                "ASSAY_MODEL_NAME", "scripted",
                "ASSAY_MODEL_RETRIES", "0",
                "ASSAY_WORKFLOW_RETRIES", "0",
                "ASSAY_VALIDATION_EXECUTORS_POLICY", policy,
                "ASSAY_MODEL_EXECUTE_NAME", executors.getFirst(),
                "ASSAY_MODEL_EXECUTE_2_PRICE_INPUT", "1000",
                "ASSAY_MODEL_EXECUTE_2_PRICE_OUTPUT", "0"));
    for (int number = 2; number <= executors.size(); number++) {
      settings.put("ASSAY_MODEL_EXECUTE_" + number + "_NAME", executors.get(number - 1));
    }
    return TestServer.start(settings);
  }

  @AfterAll
  static void close() {
    any.close();
    majority.close();
    model.close();
  }

  private static JsonNode line(JsonNode result, String executor) {
    return result
        .path("executors")
        .valueStream()
        .filter(each -> each.path("model").asString().equals(executor))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode rescored(TestServer server, String id, String policy) {
    return server
        .admin()
        .get("/api/admin/skills/" + id + "/rescore?executor_policy=" + policy)
        .body();
  }

  @Test
  void any_passes_by_one_proof_and_the_attestation_names_every_model_with_its_result() {
    SumsModel.play(model, "zebras", CLUMSY, WRONG);
    GateClient gate = new GateClient(any);
    GateClient.Done done = gate.validate(SumsModel.skill("zebras").archive());

    JsonNode result = done.result();
    assertThat(done.outcome()).as(result.toPrettyString()).isEqualTo("passed");
    assertThat(result.path("executor_policy").asString()).isEqualTo("any");
    assertThat(result.path("scores").path("overall").asDouble()).isEqualTo(100.0);
    assertThat(line(result, "able").path("outcome").asString()).isEqualTo("passed");
    JsonNode clumsy = line(result, "clumsy");
    assertThat(clumsy.path("outcome").asString()).isEqualTo("failed");
    assertThat(clumsy.path("reasons").toString()).contains("ONLINE_VALIDATION_FAILED");
    assertThat(clumsy.path("tasks").get(0).path("online").asInt()).isEqualTo(1);
    assertThat(clumsy.path("tasks").get(0).path("used").asBoolean()).isFalse();
    assertThat(clumsy.path("calls").asInt()).isEqualTo(3);
    assertThat(clumsy.path("cost").asDouble()).isEqualTo(3.0);
    assertThat(line(result, "able").path("cost").asDouble()).isZero();
    assertThat(result.path("warnings").toString()).contains("With clumsy: failed");
    assertThat(gate.stepState(done.id(), "offline task-1 by clumsy")).isEmpty();
    assertThat(asked("zebras", "You write tasks that show")).isEqualTo(1);
    assertThat(percentInCache("zebras"))
        .as("percent of a whole validation's input that a provider's cache can have")
        .isGreaterThanOrEqualTo(60);

    assertThat(rescored(any, done.id(), "any").path("outcome").asString()).isEqualTo("passed");
    assertThat(rescored(any, done.id(), "all").path("outcome").asString()).isEqualTo("failed");
    assertThat(rescored(any, done.id(), "majority").path("outcome").asString()).isEqualTo("failed");
    assertThat(rescored(any, done.id(), "most").path("code").asString()).isEqualTo("BAD_REQUEST");

    String report =
        any.admin()
            .send(
                any.admin()
                    .request("/api/admin/skills/" + done.id() + "/report")
                    .header("Accept", "text/markdown")
                    .GET())
            .response()
            .body();
    assertThat(report)
        .contains("Proved with able, by the policy `any`")
        .contains("| clumsy | failed |");
    JsonNode scores = gate.status(done.id()).path("scores");
    assertThat(scores.path("executors").toString())
        .contains("\"able\"")
        .contains("\"clumsy\"")
        .contains("\"failed\"");

    assertThat(any.admin().post("/api/admin/skills/" + done.id() + "/approve", Map.of()).status())
        .isEqualTo(200);
    JsonNode envelope = any.admin().get("/api/skills/sums-zebras/attestation").body();
    JsonNode predicate =
        JSON.readTree(Base64.getDecoder().decode(envelope.path("payload").asString()))
            .path("predicate");
    assertThat(predicate.path("policy").path("executors").asString()).isEqualTo("any");
    assertThat(line(predicate, "able").path("outcome").asString()).isEqualTo("passed");
    assertThat(line(predicate, "clumsy").path("outcome").asString()).isEqualTo("failed");
    gate.empty();
  }

  /// Returns the share of the prompts, in per cent, that begins like an earlier prompt to the same
  /// model.
  private static long percentInCache(String word) {
    Map<String, List<String>> earlier = new HashMap<>();
    long all = 0;
    long kept = 0;
    for (ModelRequest request : model.requests()) {
      if (!request.body().contains(word)) {
        continue;
      }
      String prompt = request.json().path("tools").toString() + request.json().path("messages");
      List<String> seen =
          earlier.computeIfAbsent(request.json().path("model").asString(), _ -> new ArrayList<>());
      kept += seen.stream().mapToInt(each -> common(each, prompt)).max().orElse(0);
      all += prompt.length();
      seen.add(prompt);
    }
    return 100 * kept / all;
  }

  private static int common(String one, String other) {
    int differs = Arrays.mismatch(one.toCharArray(), other.toCharArray());
    return differs < 0 ? one.length() : differs;
  }

  private static long asked(String word, String what) {
    return model.requests().stream()
        .filter(request -> request.body().contains(word) && request.body().contains(what))
        .count();
  }

  @Test
  void an_executor_that_is_away_leaves_it_open_and_goes_on_when_it_is_back() {
    SumsModel.play(
        model,
        "yaks",
        AGENT.formatted("able") + "if: second list\nstatus: 500\nsay: out of order",
        CLUMSY,
        WRONG);
    GateClient gate = new GateClient(any);
    String id = gate.upload(SumsModel.skill("yaks").archive());
    String run = gate.start(id);
    JsonNode open = gate.awaitEnd(id);
    assertThat(open.path("run_state").asString())
        .as(open.toPrettyString())
        .isEqualTo("inconclusive");
    assertThat(open.path("status").asString()).isEqualTo("pending");
    assertThat(open.path("inconclusive_reason").asString())
        .contains("1 of 2 executors have to prove the skill (any)")
        .contains("With able: MODEL_UNAVAILABLE");
    assertThat(open.path("scores").isObject()).isFalse();
    assertThat(any.admin().post("/api/admin/skills/" + id + "/approve", Map.of()).status())
        .as("nothing was proved")
        .isEqualTo(400);
    JsonNode before = gate.evidence(id, run, "online task-1 by clumsy");

    assertThat(gate.post(id, "resume").status()).isEqualTo(202);
    assertThat(gate.awaitEnd(id).path("run_state").asString()).isEqualTo("finished");
    JsonNode result = gate.run(id, run).path("result");
    assertThat(result.path("outcome").asString()).as(result.toPrettyString()).isEqualTo("passed");
    assertThat(gate.evidence(id, run, "online task-1 by clumsy")).isEqualTo(before);
    assertThat(gate.attempts(id, "online task-1 by clumsy")).isEqualTo(1);
    assertThat(gate.attempts(id, "online task-1 by able")).isEqualTo(1);
  }

  @Test
  void a_majority_counts_those_that_are_configured_not_those_that_answered() {
    SumsModel.play(model, "xerus", CLUMSY, WRONG);
    GateClient gate = new GateClient(majority);
    GateClient.Done done = gate.validate(SumsModel.skill("xerus").archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(line(done.result(), "deft").path("outcome").asString()).isEqualTo("passed");
    assertThat(line(done.result(), "clumsy").path("outcome").asString()).isEqualTo("failed");
    assertThat(rescored(majority, done.id(), "all").path("outcome").asString()).isEqualTo("failed");

    SumsModel.play(
        model,
        "walrus",
        "always\n" + AGENT.formatted("deft") + "status: 500\nsay: away",
        CLUMSY,
        WRONG);
    String id = gate.upload(SumsModel.skill("walrus").archive());
    gate.start(id);
    JsonNode open = gate.awaitEnd(id);
    assertThat(open.path("inconclusive_reason").asString())
        .as("one passed, one failed, one did not answer")
        .contains("2 of 3 executors")
        .contains("With deft: MODEL_UNAVAILABLE");
    assertThat(gate.sandboxes()).isEmpty();
  }
}
