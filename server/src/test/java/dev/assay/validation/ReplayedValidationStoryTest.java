package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.testkit.model.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A whole validation of an example, recorded with a scripted model and replayed without any. The
/// recording in the test resources is made anew with `-Dassay.recording=write`.
class ReplayedValidationStoryTest {
  private static final String SKILL = "csv-insights";
  private static final Path KEPT =
      Path.of("src", "test", "resources", "dev", "assay", "validation", "recorded-" + SKILL);

  private static final String TASKS =
      """
      {"cannot": "", "tasks": [
      {"prompt": "I exported our fruit sales as a CSV table (sales.csv). What is the mean price, and in how many cells are the units missing?",
      "criteria": ["The mean price"], "expected": "4.5 and one", "expectations": [], "checkers": [],
      "files": [{"name": "sales.csv", "kind": "copy", "content": "evals/files/sales.csv"}]},
      {"prompt": "weather.csv comes from a spreadsheet. What is the median temperature?",
      "criteria": ["The median temperature"], "expected": "12.5", "expectations": [], "checkers": [],
      "files": [{"name": "weather.csv", "kind": "copy", "content": "evals/files/weather.csv"}]},
      {"prompt": "Here is a table of players, scores.csv. What is the sum of the points?",
      "criteria": ["The sum of the points"], "expected": "50", "expectations": [], "checkers": [],
      "files": [{"name": "scores.csv", "kind": "copy", "content": "evals/files/scores.csv"}]}]}"""
          .replace("\n", " ");

  private static String script() {
    StringBuilder script = new StringBuilder();
    scene(script, "if: You find out which packages\nsay: {\"packages\": [], \"reason\": \"\"}");
    scene(script, "if: You write tasks that show\nsay: " + TASKS);
    for (String[] one :
        List.of(
            new String[] {"sales.csv", "mean: 4.5", "The mean price is 4.5; one cell is missing."},
            new String[] {"weather.csv", "median: 12.5", "The median temperature is 12.5."},
            new String[] {"scores.csv", "sum: 50", "The points add up to 50."})) {
      scene(
          script,
          "if: You judge how well\nif: %s\nsay: {\"analysis\": \"The figures of %s are right.\", \"requirements_met\": [\"All\"], \"requirements_missed\": [], \"score\": 5, \"reason\": \"Right figures from %s.\"}"
              .formatted(one[0], one[0], one[0]));
      scene(
          script,
          "if: You do what the user asks\nif: %s\nif: %s\nsay: %s"
              .formatted(one[0], one[1], one[2]));
      scene(
          script,
          "if: You do what the user asks\nif: %s\ncall: execute {\"command\": \"cat /workspace/skills/csv-insights/SKILL.md; python3 /workspace/skills/csv-insights/scripts/summarize.py /workspace/uploads/%s\"}"
              .formatted(one[0], one[0]));
    }
    scene(
        script,
        "if: You assess an agent skill\nsay: {\"strengths\": [\"Right figures in every task\"], \"weaknesses\": [], \"recommendations\": [\"Keep it small\"], \"summary\": \"It does what it says.\"}");
    scene(script, "if: You write the report\nsay: None.");
    return script.toString();
  }

  private static void scene(StringBuilder script, String text) {
    script.append("always\n").append(text).append("\n---\n");
  }

  private static GateClient.Done validate(Map<String, String> settings) {
    try (TestServer server = TestServer.start(settings)) {
      return new GateClient(server).validate(ExampleSkills.archive(SKILL));
    }
  }

  private static GateClient.Done record(Path folder) {
    try (ScriptedModelServer model = ScriptedModelServer.playing(script())) {
      return validate(
          Map.of(
              "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
              "ASSAY_MODEL_NAME", "recorded-model",
              "ASSAY_MODEL_RECORD", folder.toString()));
    }
  }

  /// Nobody is there to be asked.
  private static Map<String, String> replaying(Path folder) {
    return new HashMap<>(
        Map.of(
            "ASSAY_MODEL_BASE_URL", "http://127.0.0.1:1/v1",
            "ASSAY_MODEL_NAME", "recorded-model",
            "ASSAY_MODEL_REPLAY", folder.toAbsolutePath().toString()));
  }

  @Test
  void the_kept_recording_gives_the_verdict_it_was_recorded_with() throws IOException {
    if ("write".equals(System.getProperty("assay.recording"))) {
      Files.deleteIfExists(KEPT.resolve("exchanges.jsonl"));
      assertThat(record(KEPT.toAbsolutePath()).outcome()).isEqualTo("passed");
    }
    assertThat(Files.readString(KEPT.resolve("exchanges.jsonl")))
        .doesNotContain("/home/")
        .doesNotContain(System.getProperty("user.dir"));
    GateClient.Done done = validate(replaying(KEPT));
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(done.result().path("rehearsal").asBoolean()).isTrue();
    assertThat(done.result().path("scores").path("overall").asDouble()).isEqualTo(100.0);
    for (JsonNode task : done.result().path("tasks")) {
      for (String where : List.of("online", "offline")) {
        assertThat(task.path(where).path("reason").asString()).startsWith("Right figures from ");
        assertThat(task.path(where).path("activated").asBoolean()).isTrue();
      }
    }
  }

  @Test
  void a_skill_that_changed_since_is_inconclusive_and_never_a_guess() {
    try (TestServer server = TestServer.start(replaying(KEPT))) {
      GateClient gate = new GateClient(server);
      String id =
          gate.upload(
              ExampleSkills.archive(SKILL, text -> text.replace("One command", "A command")));
      gate.start(id);
      JsonNode status = gate.awaitEnd(id);
      assertThat(status.path("run_state").asString())
          .as(status.toPrettyString())
          .isEqualTo("inconclusive");
      assertThat(status.path("inconclusive_reason").asString())
          .contains("has no answer to this question")
          .contains("Record it again");
      assertThat(status.path("scores").isObject()).isFalse();
    }
  }

  @Test
  void what_is_recorded_now_can_be_replayed_at_once(@TempDir Path folder) {
    GateClient.Done recorded = record(folder);
    GateClient.Done replayed = validate(replaying(folder));
    assertThat(recorded.outcome()).isEqualTo("passed");
    assertThat(replayed.outcome()).isEqualTo(recorded.outcome());
    assertThat(replayed.result().path("scores")).isEqualTo(recorded.result().path("scores"));
  }
}
