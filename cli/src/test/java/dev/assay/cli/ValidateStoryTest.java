package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `assay validate` and `assay skills` against a server that is a process of its own, with real
/// sandboxes and rules in the place of a model. A private one ran on its home before.
class ValidateStoryTest {
  private static final Home HOME = PreparedHome.copy();
  private static AssayProcess server;
  private static WarmCommands commands;
  private static long privateServer;

  /// Further tests. With the existing three they are enough for new tasks.
  private static final String MORE_EVALS =
      """
      {"id": 4, "prompt": "Count the words and the lines of the letter in letter.txt.",
       "expected_output": "6 lines.", "files": ["evals/files/letter.txt"],
       "expectations": ["The output contains \\"lines: 6\\""]},
      {"id": 5, "prompt": "How many sentences are in the text harbour.txt, and which word occurs most?",
       "expected_output": "3 sentences.", "files": ["evals/files/harbour.txt"],
       "expectations": ["The output contains \\"sentences: 3\\""]},
      """;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    commands = WarmCommands.on(HOME, Map.of());
    commands.ok("users", "list");
    privateServer = ServerFile.find(HOME).orElseThrow().pid();
    server = AssayProcess.start(HOME, Map.of(), "serve", "--port", "0").untilSaid("is ready at");
  }

  @AfterAll
  static void stop() {
    commands.close();
    server.close();
  }

  @Test
  void a_server_takes_the_place_of_a_private_one_and_is_used_as_it_is() {
    assertThat(server.output())
        .contains("ended the private server (process " + privateServer + ")");
    assertThat(AssayProcess.runs(privateServer)).isFalse();
    assertThat(server.server().isPrivate()).isFalse();
    AssayProcess otherSettings =
        AssayProcess.start(HOME, Map.of("ASSAY_PRIVATE_SERVER_IDLE", "1m"), "users", "list");
    assertThat(otherSettings.untilEnd()).as(otherSettings::output).isZero();
    assertThat(otherSettings.output()).contains("admin").doesNotContain("private");
    WarmCommands.Ended stop = commands.run("stop");
    assertThat(stop.code()).isEqualTo(ExitCode.USAGE);
    assertThat(stop.output()).contains("was started with assay serve");
  }

  @Test
  void a_good_skill_passes_and_is_told_in_every_form() throws Exception {
    Path junit = folder.resolve("junit.xml");
    Path report = folder.resolve("report.md");
    WarmCommands.Ended validate =
        commands.run(
            "validate",
            SlowSkill.copy(folder, "csv-insights").toString(),
            "--json",
            "--junit",
            junit.toString(),
            "--report",
            report.toString());
    assertThat(validate.code()).as(validate::output).isZero();
    JsonNode answer = json(validate.output());
    assertThat(answer.path("outcome").asString()).isEqualTo("passed");
    assertThat(answer.path("result").path("scores").path("overall").asDouble()).isEqualTo(100);
    assertThat(Files.readString(report)).startsWith("# Validation of csv-insights-");
    var xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(junit.toFile());
    assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(7);
    assertThat(xml.getElementsByTagName("failure").getLength()).isZero();

    String name = answer.path("name").asString();
    assertThat(ok("skills", "show", name))
        .contains("overall       100.0")
        .contains("environment   shared");
    assertThat(ok("skills", "report", answer.path("skill_id").asString())).contains("## Scores");
  }

  @Test
  void a_reviewer_approves_tests_everything_rolls_back_and_deletes() throws Exception {
    Path skill = SlowSkill.copy(folder, "text-stats");
    SlowSkill.change(
        skill.resolve("evals/evals.json"), "\"evals\": [", "\"evals\": [" + MORE_EVALS);
    JsonNode begun = json(ok("validate", skill.toString(), "--json"));
    String id = begun.path("skill_id").asString();
    WarmCommands.Ended careless = commands.run("skills", "approve", id);
    assertThat(careless.code()).isEqualTo(ExitCode.USAGE);
    assertThat(careless.output()).contains("--acknowledge-rehearsal");

    assertThat(ok("skills", "approve", id, "--acknowledge-rehearsal")).contains("in use with v1.1");
    assertThat(ok("images", "list")).contains("v1.1").contains("yes").contains("text-stats-");
    assertThat(ok("sandbox", "run", "--offline", "--image", "v1.1", "--", "echo", "from", "inside"))
        .contains("from inside");
    WarmCommands.Ended missing = commands.run("sandbox", "run", "--image", "v1.9", "--", "true");
    assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
    assertThat(missing.output()).contains("There is no runtime image v1.9");
    assertThat(ok("skills", "show", id)).contains("and the reviewer acknowledged it");
    String[] query = {"--status", "approved", "--stage", "completed", "--sort", "-uploaded"};
    assertThat(ok(words(query, "skills", "list", "--search", "TEXT-stats", "--size", "1")))
        .containsPattern("text-stats-\\S+ +1 +in use \\(rehearsal\\) +100.0 ")
        .contains("1 of 1 skills");

    assertThat(ok("full-test"))
        .containsPattern("text-stats-\\w+: passed")
        .containsPattern("text-stats-\\w+ v1 +passed +100.0 +5 5 5 5 5 +5 5 5 5 5")
        .contains("1 passed, 0 failed, 0 inconclusive on image v1.1 (rehearsal");
    assertThat(ok("skills", "show", id, "--json")).contains("\"last_full_test_at\"");

    assertThat(ok("images", "rollback", "v1.0", "--dry-run")).contains("Out of use: text-stats-");
    WarmCommands.Ended unasked = commands.run("images", "rollback", "v1.0");
    assertThat(unasked.code()).isEqualTo(ExitCode.USAGE);
    assertThat(unasked.output()).contains("--yes");
    assertThat(ok("images", "rollback", "v1.0", "--yes")).contains("Current is v1.0.");
    assertThat(ok("skills", "reject", id, "--reason", "Not for us.")).contains("is rejected");
    assertThat(ok("skills", "delete", id, "--yes")).contains("is deleted");
    WarmCommands.Ended gone = commands.run("skills", "show", id);
    assertThat(gone.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void a_full_test_of_nothing_passes_and_says_so() {
    assertThat(ok("full-test")).contains("No skill is approved");
    JsonNode test = json(ok("full-test", "--json"));
    assertThat(test.path("state").asString()).isEqualTo("finished");
    assertThat(test.path("counts").path("skills").asInt()).isZero();
    WarmCommands.Ended cancel = commands.run("full-test", "--cancel");
    assertThat(cancel.code()).as(cancel::output).isNotZero();
    assertThat(cancel.output()).contains("No full test is under way");
  }

  @Test
  void a_bad_skill_fails_with_what_to_fix_and_its_words_do_nothing() throws Exception {
    Path junit = folder.resolve("junit.xml");
    Path skill = SlowSkill.copy(folder, "broken-script");
    SlowSkill.change(
        skill.resolve("evals/evals.json"), "How many errors", "]]><b>&amp; How many errors");
    WarmCommands.Ended validate =
        commands.run("validate", skill.toString(), "--junit", junit.toString());
    assertThat(validate.code()).as(validate::output).isEqualTo(ExitCode.FAILED);
    assertThat(validate.output())
        .contains("failed  (rehearsal)")
        .contains("What to fix")
        .contains("ONLINE_VALIDATION_FAILED")
        .contains("]]><b>&amp; How many errors")
        .doesNotContain("\u001b");
    var xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(junit.toFile());
    assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(4);
  }

  @Test
  void what_is_no_skill_is_refused_by_the_server_and_nothing_is_kept() throws IOException {
    Path archive = Files.writeString(folder.resolve("forged.skill"), "PK and nothing more");
    WarmCommands.Ended refused = commands.run("validate", archive.toString());
    assertThat(refused.code()).as(refused::output).isEqualTo(ExitCode.FAILED);
    assertThat(refused.output()).contains("was refused: INVALID_ZIP");
    assertThat(ok("skills", "list", "--json")).doesNotContain("forged");
  }

  @Test
  void who_does_not_wait_leaves_and_who_comes_back_follows_until_interrupted() {
    Path skill = SlowSkill.in(folder, Duration.ofSeconds(30));
    String begun = ok("validate", skill.toString(), "--no-wait", "--json");
    String id = json(begun).path("skill_id").asString();
    AssayProcess following = run("validate", skill.toString());
    following.untilSaid("online task");
    assertThat(following.output()).contains("It is being validated already; following that.");

    assertThat(following.stop()).as(following::output).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(following.output())
        .contains("Cancelling the validation")
        .contains("Cancelled by local")
        .contains("assay skills validate " + id);
    JsonNode card = json(ok("skills", "show", id, "--json"));
    assertThat(card.path("validation").path("run_state").asString()).isEqualTo("cancelled");
    WarmCommands.Ended nothing = commands.run("skills", "cancel", id);
    assertThat(nothing.code()).isEqualTo(ExitCode.USAGE);
  }

  private static JsonNode json(String output) {
    return JsonMapper.builder().build().readTree(output.substring(output.indexOf("{\n")));
  }

  private static String[] words(String[] last, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(last)).toArray(String[]::new);
  }

  private static String ok(String... arguments) {
    return commands.ok(arguments);
  }

  private static AssayProcess run(String... arguments) {
    return AssayProcess.start(HOME, Map.of(), arguments);
  }
}
