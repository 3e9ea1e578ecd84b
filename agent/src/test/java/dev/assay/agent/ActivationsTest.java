package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.SkillName;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.task.Activation;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActivationsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<SkillName> LISTED =
      List.of(
              "csv-tools",
              "morse-code",
              "moon-phase",
              "recipe-scaling",
              "unit-conversion",
              "dice-odds",
              "color-contrast")
          .stream()
          .map(SkillName::new)
          .toList();

  static List<ActivationCases.Case> cases() {
    return ActivationCases.read();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void finds_exactly_the_uses_of_the_table(ActivationCases.Case each) {
    assertThat(Activations.seen(each.transcript(), Optional.empty(), LISTED))
        .extracting(activation -> activation.skill() + " " + activation.use())
        .containsExactlyInAnyOrderElementsOf(each.expected());
  }

  @Test
  void the_table_is_long_enough_to_mean_something() {
    assertThat(cases()).hasSizeGreaterThan(60);
  }

  @Test
  void the_place_names_turn_tool_and_path() {
    ActivationCases.Case each =
        cases().stream().filter(one -> one.title().equals("cat")).findFirst().orElseThrow();
    assertThat(Activations.seen(each.transcript(), Optional.empty(), LISTED))
        .extracting(Activation::place)
        .containsExactly("execute in turn 1: /workspace/skills/csv-tools/SKILL.md");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{a,b}", "env ", "$(", "`", "sh -c '", "(", "<<E\n", "${", "xargs ", "eval ", "a=$a$a;", "*"
      })
  void a_line_that_is_made_to_be_hard_to_read_is_read_all_the_same(String piece) {
    String line = "cat " + piece.repeat(4000);
    assertThat(Activations.seen(commands(line), Optional.empty(), LISTED)).isEmpty();
    assertThat(Activations.seen(commands(piece.repeat(4000)), Optional.empty(), LISTED)).isEmpty();
  }

  @Test
  void what_the_engine_saw_counts_even_when_the_transcript_hides_it() {
    Transcript transcript = commands("echo csv-tools > wish; python3 surprise.py wish");
    AccessEvidence evidence = opened(1, "/workspace/skills/csv-tools/SKILL.md");

    assertThat(Activations.seen(transcript, Optional.of(evidence), LISTED))
        .containsExactly(
            new Activation(
                new SkillName("csv-tools"),
                Activation.Use.READ,
                "opened /workspace/skills/csv-tools/SKILL.md"));
  }

  @Test
  void a_skill_that_opens_itself_whenever_a_program_starts_was_not_chosen() {
    Transcript transcript = commands("python3 -c 'print(1)'");
    AccessEvidence evidence = opened(1, "/workspace/skills/csv-tools/SKILL.md");

    assertThat(Activations.seen(transcript, Optional.of(evidence), LISTED)).isEmpty();
  }

  @Test
  void a_program_written_before_may_name_the_skill() {
    Entry.Used wrote =
        new Entry.Used(
            START.minusSeconds(9),
            new ToolCall(
                "w",
                "write_file",
                "{\"path\": \"a.py\", \"content\": \"open(base + 'csv-tools' + rest)\"}"),
            "ok",
            false,
            Duration.ofSeconds(1));
    List<Entry> entries = new ArrayList<>(List.of(wrote));
    entries.addAll(commands("python3 a.py").entries());
    AccessEvidence evidence = opened(1, "/workspace/skills/csv-tools/SKILL.md");

    assertThat(Activations.seen(new Transcript(entries), Optional.of(evidence), LISTED)).hasSize(1);
  }

  @Test
  void what_the_engine_saw_before_the_first_command_is_not_the_agents_doing() {
    AccessEvidence evidence = opened(-5, "/workspace/skills/csv-tools/SKILL.md");

    assertThat(Activations.seen(commands("ls"), Optional.of(evidence), LISTED)).isEmpty();
  }

  @Test
  void one_command_that_opens_most_skills_is_browsing_for_the_engine_too() {
    String[] all =
        LISTED.stream()
            .map(name -> "/workspace/skills/" + name + "/SKILL.md")
            .toArray(String[]::new);

    assertThat(Activations.seen(commands("./look"), Optional.of(opened(1, all)), LISTED)).isEmpty();
  }

  @Test
  void folders_that_were_listed_are_no_use_for_the_engine_either() {
    AccessEvidence listed =
        new AccessEvidence(
            List.of(
                new AccessEvidence.Event(
                    "/workspace/skills/csv-tools/scripts",
                    AccessEvidence.Use.LISTED,
                    START.plusSeconds(1))),
            false);

    assertThat(Activations.seen(commands("ls -R"), Optional.of(listed), LISTED)).isEmpty();
  }

  private static Transcript commands(String line) {
    Entry.Used used =
        new Entry.Used(
            START, ActivationCases.execute(line, ""), "exit code: 0", false, Duration.ofSeconds(2));
    return new Transcript(List.of(used));
  }

  private static AccessEvidence opened(int second, String... paths) {
    return new AccessEvidence(
        List.of(paths).stream()
            .map(
                path ->
                    new AccessEvidence.Event(
                        path, AccessEvidence.Use.OPENED, START.plusSeconds(second)))
            .toList(),
        false);
  }
}
