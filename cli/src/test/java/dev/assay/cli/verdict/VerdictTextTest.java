package dev.assay.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.check.Colours;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.wire.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VerdictTextTest {
  @Test
  void nothing_a_skill_says_acts_on_the_terminal() {
    String text = told(new VerdictEnding.Failed(HostileResult.failed()));
    assertThat(text.codePoints().filter(Character::isISOControl).filter(c -> c != '\n')).isEmpty();
    assertThat(text).doesNotContain("\u202e").contains("<U+001B>[2J<U+202E> gone");
  }

  @Test
  void a_failure_says_what_to_fix_and_a_rehearsal_how_to_configure_a_model() {
    String text = told(new VerdictEnding.Failed(HostileResult.failed()));
    assertThat(text)
        .contains("✗ sly version 2 failed  (rehearsal)")
        .containsPattern("1 of 5 +4 of 5 +offline only +online 1, offline 2: a:1, b:2")
        .contains("What to fix")
        .contains("* SCRIPT_FAILED: scripts/a b.py:7: KeyError")
        .contains("seen in t1 online")
        .contains("→ Mend it.")
        .contains("repeat it: assay skills validate sly")
        .contains("assay skills report sly")
        .contains("ASSAY_MODEL_BASE_URL");
    assertThat(text.indexOf("What to fix"))
        .as("the cause comes first")
        .isLessThan(text.indexOf("TASK"));
  }

  @Test
  void a_skill_that_is_in_use_stays_so_whatever_the_verdict() {
    ValidatedSkill known = HostileResult.SUBJECT;
    ValidatedSkill inUse =
        new ValidatedSkill(
            new ValidatedSkill.Named("sly", 2, known.id(), "sly", true),
            known.run(),
            known.server());
    for (VerdictEnding each :
        List.of(
            new VerdictEnding.Passed(HostileResult.failed()),
            new VerdictEnding.Held(HostileResult.failed()),
            new VerdictEnding.Failed(HostileResult.failed()))) {
      StringWriter text = new StringWriter();
      new VerdictText(new PrintWriter(text), Colours.PLAIN).write(inUse, each);
      assertThat(text.toString())
          .containsPattern("stays in use|still in use")
          .doesNotContain("A reviewer decides now", "To approve it");
    }
  }

  @Test
  void what_did_not_run_is_called_not_reached() {
    Verdict result =
        SomeVerdict.of(
            """
                {"tasks": [{"task": "t1", "online": {"score": 1}, "offline": null}]}
                """);
    assertThat(told(new VerdictEnding.Failed(result)))
        .containsPattern("t1 +1 of 5 +not reached +no +online nothing, offline not reached")
        .contains("Offline was not reached.");
  }

  @Test
  void sarif_has_the_findings_with_their_places() {
    JsonNode sarif =
        JsonMapper.builder()
            .build()
            .readTree(VerdictSarif.of(new VerdictEnding.Failed(HostileResult.failed())));
    JsonNode first = sarif.path("runs").get(0).path("results").get(0);
    assertThat(first.path("ruleId").asString()).isEqualTo("SCRIPT_FAILED");
    assertThat(first.path("level").asString()).isEqualTo("error");
    JsonNode place = first.path("locations").get(0).path("physicalLocation");
    assertThat(place.path("artifactLocation").path("uri").asString()).isEqualTo("scripts/a%20b.py");
    assertThat(place.path("region").path("startLine").asInt()).isEqualTo(7);
  }

  @Test
  void what_a_reviewer_should_know_is_told_with_either_verdict() {
    Verdict result =
        SomeVerdict.of(
            """
                {"findings": [{"code": "TO_KNOW", "severity": "warning", "seen_in": [],
                 "command": "assay skills validate sly", "message": "\\"old\\" was not tested again: none of its tasks."}]}
                """);
    for (VerdictEnding ending :
        List.of(new VerdictEnding.Passed(result), new VerdictEnding.Failed(result))) {
      assertThat(told(ending)).contains("What to know\n  * TO_KNOW: \"old\" was not tested again");
    }
  }

  @Test
  void a_verdict_names_the_processor_it_holds_for() {
    Verdict result = SomeVerdict.of("{\"architecture\": \"arm64\", \"base\": \"debian\"}");
    for (VerdictEnding ending :
        List.of(new VerdictEnding.Passed(result), new VerdictEnding.Failed(result))) {
      assertThat(told(ending)).contains("Tested on arm64 (base debian).");
    }
  }

  @Test
  void an_inconclusive_run_says_what_to_do_next_and_is_no_failure() {
    VerdictEnding lost =
        new VerdictEnding.Inconclusive("The model\u001b is gone.", "assay skills resume sly");
    assertThat(told(lost))
        .contains("is inconclusive: no verdict")
        .contains("The model<U+001B> is gone.")
        .contains("→ assay skills resume sly");
    assertThat(lost.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
  }

  @Test
  void a_program_reads_back_every_character_from_json_that_is_safe_to_print() {
    VerdictEnding failed = new VerdictEnding.Failed(HostileResult.failed());
    String json = VerdictJson.of(HostileResult.SUBJECT, failed);
    assertThat(json.codePoints().filter(Character::isISOControl).filter(c -> c != '\n')).isEmpty();
    assertThat(json).doesNotContain("\u202e");
    JsonNode answer = JsonMapper.builder().build().readTree(json);
    assertThat(answer.path("outcome").asString()).isEqualTo("failed");
    assertThat(answer.path("result").path("reasons").get(0).path("message").asString())
        .isEqualTo("51 < 70 & \u001b[2J\u202e gone");
  }

  private static String told(VerdictEnding ending) {
    StringWriter text = new StringWriter();
    new VerdictText(new PrintWriter(text), Colours.PLAIN).write(HostileResult.SUBJECT, ending);
    return text.toString();
  }
}
