package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.SkillName;
import dev.assay.skill.eval.Evals;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which commands of a skill can be run without a task.
class SkillCommandsTest {
  private static final String DOCUMENT =
      """
      ---
      name: rain-sum
      description: Adds up rain.
      ---
      # Sum

      Add up a file:

      ```sh
      python3 scripts/sum.py data.csv
      ```

      # Send

      Send it on:

      ```sh
      python3 scripts/sum.py --token <your token>
      ```
      """;

  @Test
  void scripts_are_parsed_loaded_and_asked_for_help_where_they_have_one() {
    assertThat(planned(List.of()))
        .filteredOn(each -> each.kind() != SkillCommands.Kind.RUNS)
        .extracting(each -> each.kind() + " " + each.what())
        .containsExactly(
            "PARSES scripts/run.sh",
            "PARSES scripts/sum.py",
            "LOADS scripts/sum.py",
            "HELPS scripts/sum.py");
  }

  @Test
  void shown_commands_get_the_skills_own_files_and_what_is_missing_is_said() {
    List<SkillCommands.Planned> shown =
        planned(List.of("/workspace/uploads/data.csv")).stream()
            .filter(each -> each.kind() == SkillCommands.Kind.RUNS)
            .toList();
    assertThat(shown.getFirst().command())
        .isEqualTo("python3 /workspace/skills/rain-sum/scripts/sum.py /workspace/uploads/data.csv");
    assertThat(shown.getFirst().obstacle()).isEmpty();
    assertThat(shown.getLast().command()).isEmpty();
    assertThat(shown.getLast().obstacle()).contains("<your token>");
  }

  private static List<SkillCommands.Planned> planned(List<String> samples) {
    List<TaskFile> texts =
        List.of(
            file("SKILL.md", DOCUMENT),
            file("scripts/run.sh", "echo 1\n"),
            file("scripts/sum.py", "import argparse\n"),
            file("tests/test_sum.py", "assert False\n"));
    CandidateSkill skill =
        new CandidateSkill(
            new SkillName("rain-sum"),
            "Adds up rain.",
            DOCUMENT,
            texts.stream().map(TaskFile::name).toList(),
            Evals.NONE,
            List.of());
    return SkillCommands.of(skill, texts, samples);
  }

  private static TaskFile file(String name, String text) {
    return new TaskFile(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
