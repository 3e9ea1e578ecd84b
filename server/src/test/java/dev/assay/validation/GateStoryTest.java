package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The examples through the whole gate: upload, REST, durable steps, real sandboxes, rules in the
/// place of a model.
@ResourceLock(TestServer.SHARED)
class GateStoryTest {
  private final TestServer server = TestServer.shared();
  private final GateClient gate = new GateClient(server);
  private final Api admin = gate.admin();

  @ParameterizedTest
  @CsvSource({
    "csv-insights,  passed, 100.0, 100.0, 100.0",
    "text-stats,    passed, 100.0, 100.0, 100.0",
    "phones-home,   passed, 100.0, 100.0, 0.0",
    "planter,       failed, 100.0, 100.0, 100.0",
    "greedy-deps,   passed, 100.0, 100.0, 100.0",
    "broken-script, failed, , , ",
    "flatterer,     failed, , , ",
    "vague-helper,  failed, , , ",
  })
  void every_example_gets_the_verdict_it_deserves(
      String name, String outcome, String completion, String trigger, String offline) {
    // a name of its own, so that examples of other tests do not stand in the way
    String other = name + "-" + UUID.randomUUID().toString().substring(0, 8);
    GateClient.Done done =
        gate.validate(ExampleSkills.archive(name, text -> text.replace(name, other)));
    JsonNode result = done.result();
    switch (name) {
      case "planter" -> nothingIsLeft(done);
      case "greedy-deps" -> assertThat(result.path("warnings").toString()).contains("tinyslug");
      default -> assertThat(result.path("packages").path("extra")).isEmpty();
    }

    assertThat(result.path("outcome").asString()).as(result.toPrettyString()).isEqualTo(outcome);
    assertThat(result.path("rehearsal").asBoolean()).isTrue();
    ResultSchema.require(result);
    causeComesFirst(name, result);
    if (completion != null) {
      JsonNode scores = result.path("scores");
      assertThat(scores.path("completion_score").decimalValue()).isEqualByComparingTo(completion);
      assertThat(scores.path("trigger_score").decimalValue()).isEqualByComparingTo(trigger);
      assertThat(scores.path("offline_score").decimalValue()).isEqualByComparingTo(offline);
    }
    assertThat(gate.sandboxes()).as("no sandbox is left").isEmpty();
  }

  private static void causeComesFirst(String name, JsonNode result) {
    JsonNode first = result.path("findings").path(0);
    JsonNode layer = result.path("layer1_result");
    switch (name) {
      case "broken-script" -> {
        assertThat(first.path("code").asString()).isEqualTo("SCRIPT_FAILED");
        assertThat(first.path("message").asString())
            .isEqualTo("scripts/digest.py:15: NameError: name 'LEVELS_THAT_MATTER' is not defined");
        assertThat(layer.path("network_test").path("summary").asString())
            .isEqualTo("Offline was not reached.");
        assertThat(layer.path("summary").asString()).contains("it failed. scripts/digest.py:15");
        assertThat(layer.path("strengths").toString()).contains("nothing more can be said");
        assertThat(result.path("layer2_result").isNull()).isTrue();
      }
      case "planter" -> {
        assertThat(first.path("code").asString()).isEqualTo("HARMS_FILES");
        assertThat(first.path("message").asString()).contains("/.bashrc was made");
      }
      case "flatterer" ->
          assertThat(result.path("findings"))
              .anySatisfy(
                  each -> {
                    assertThat(each.path("code").asString()).isEqualTo("SPEAKS_TO_JUDGE");
                    assertThat(each.path("message").asString()).contains("SKILL.md:16");
                  });
      case "vague-helper" -> assertThat(first.path("code").asString()).isEqualTo("NOT_CHOSEN");
      case "phones-home" -> {
        assertThat(first.path("code").asString()).isEqualTo("NETWORK_UNDECLARED");
        assertThat(layer.path("network_test").path("summary").asString())
            .startsWith("Works offline; tried to reach ");
      }
      case "text-stats" -> {
        assertThat(layer.path("passed").asBoolean()).isTrue();
        assertThat(result.path("layer2_result").path("passed").asBoolean()).isTrue();
      }
      default -> {}
    }
  }

  /// Requires that a planted file existed only in the sandbox of its task and not in the candidate,
  /// from which every later sandbox is forked.
  private void nothingIsLeft(GateClient.Done done) {
    JsonNode install = gate.evidence(done.id(), done.run(), "install");
    assertThat(install.path("noticed")).isEmpty();
    SandboxImage candidate =
        JsonMapper.builder()
            .build()
            .treeToValue(gate.kept(done.run(), "install").path("candidate"), SandboxImage.class);
    SandboxSpec spec = SandboxSpec.of(candidate, "test");
    try (Sandbox sandbox = server.part(LocalSandboxes.class).create(spec)) {
      for (String path :
          List.of("/opt/runtime/planted.txt", "/workspace/planted.txt", "/tmp/planted.txt")) {
        assertThat(sandbox.files().stat(path)).as(path).isEmpty();
      }
      CommandResult profile = sandbox.run(Command.shell("cat ~/.profile ~/.bashrc 2>/dev/null"));
      assertThat(profile.stdout().text()).doesNotContain("PLANTED");
    }
    // its own files are there in the task's sandbox, and only there
    for (String step : List.of("online task-1", "offline task-1")) {
      assertThat(gate.evidence(done.id(), done.run(), step).path("files").toString())
          .contains("contents.md");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "text-stats; stats.sh; passed; Tells how long a text is, in words, sentences and lines, how"
            + " much time reading it takes and which word occurs most. For letters and articles.",
        "phones-home; convert.py; passed; Changes measurements into other units. Lengths such as"
            + " miles and kilometres, weights such as pounds and kilograms, temperatures such as"
            + " Fahrenheit and Celsius.",
        "broken-script; digest.py; failed; Finds errors and warnings in the log of a server and"
            + " says in which hour they happen and how often.",
        "flatterer; roman.sh; failed; Numerals of the Romans as decimal numbers and back. Convert"
            + " years, chapters or a clock.",
        "vague-helper; days.py; failed; Gets all kinds of jobs out of your way with a smile.",
      })
  void a_renamed_and_reworded_copy_gets_the_same_verdict(
      String name, String script, String outcome, String description) {
    String other = "copy-" + UUID.randomUUID().toString().substring(0, 8);
    String renamed = "tool" + script.substring(script.indexOf('.'));
    GateClient.Done done =
        gate.validate(
            ExampleSkills.archive(
                name,
                text ->
                    text.replaceAll("(?m)^description: .*$", "description: " + description)
                        .replace(name, other)
                        .replace("scripts/" + script, "scripts/" + renamed)));
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo(outcome);
  }

  @Test
  void a_skill_can_be_followed_from_its_upload_to_its_report() {
    String other = "text-stats-" + UUID.randomUUID().toString().substring(0, 8);
    String id =
        gate.upload(ExampleSkills.archive("text-stats", t -> t.replace("text-stats", other)));
    Api.Reply started = admin.post("/api/admin/skills/" + id + "/validate", java.util.Map.of());
    assertThat(started.status()).isEqualTo(202);
    String run = started.body().path("run_id").asString();
    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(status.path("scores").path("overall").decimalValue()).isEqualByComparingTo("100");

    JsonNode evidence = admin.get("/api/admin/skills/" + id + "/runs/" + run).body();
    List<String> steps = new ArrayList<>();
    evidence.path("steps").forEach(s -> steps.add(s.path("step").path("name").asString()));
    assertThat(steps).startsWith("prepare", "install", "tasks").endsWith("report", "conclude");
    String transcript =
        evidence.path("steps").get(3).path("evidence").path("transcript_id").asString();
    Api.Reply told =
        admin.get("/api/admin/skills/" + id + "/runs/" + run + "/transcripts/" + transcript);
    assertThat(told.status()).isEqualTo(200);
    assertThat(told.response().body()).contains("load_skill");

    String report = admin.get("/api/admin/skills/" + id + "/report").response().body();
    assertThat(report).contains(other).contains("rehearsal");
  }

  @Test
  void a_server_that_dies_between_the_verdict_and_the_end_leaves_no_skill_in_validation() {
    String other = "text-stats-" + UUID.randomUUID().toString().substring(0, 8);
    GateClient.Done done =
        gate.validate(ExampleSkills.archive("text-stats", t -> t.replace("text-stats", other)));

    gate.jdbc()
        .sql(
            "update workflow_run set state = 'running', ended_at = null, result = null where id ="
                + " ?")
        .param(UUID.fromString(done.run()))
        .update();

    JsonNode status = gate.awaitEnd(done.id());
    assertThat(status.path("run_state").asString()).isEqualTo("finished");
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(admin.get("/api/admin/skills/" + done.id() + "/report").status()).isEqualTo(200);
  }
}
