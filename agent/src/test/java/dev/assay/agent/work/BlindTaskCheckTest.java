package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.SkillName;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlindTaskCheckTest {
  private final BlindTaskCheck blindness =
      new BlindTaskCheck(
          new SkillName("csv-insights"),
          "Finds trends and outliers in tables of numbers and draws charts of them.",
          List.of("SKILL.md", "scripts/analyze.py", "references/formats.md"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Use csv-insights on this table.",
        "Use CSV Insights on this table.",
        "Use csv_insights on this table.",
        "Use CsvInsights on this table.",
        "Use csvinsights on this table.",
        "Use CSV – Insights on this table.",
        "Use csv.insights on this table.",
        "Use c\u200Bsv-insights on this table.",
        "Use ｃｓｖ-insights on this table.",
        "Run analyze.py on this table.",
        "Run scripts/analyze.py on this table.",
        "See FORMATS.md for this table.",
        "Follow SKILL.md for this table.",
        "Please show trends and outliers in tables of numbers, thanks.",
        "trends, and OUTLIERS -- in tables of: numbers"
      })
  void what_gives_the_skill_away_is_found(String prompt) {
    assertThat(blindness.inPrompt(prompt)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Which month of this CSV file has the most insights?",
        "Analyze the table and draw a chart.",
        "Find the outliers in my numbers.",
        "Give me csv insightsful remarks.",
        "What formats do you know?",
        "Find trends and outliers in tables."
      })
  void ordinary_words_are_fine(String prompt) {
    assertThat(blindness.inPrompt(prompt)).isEmpty();
  }

  @Test
  void the_name_of_a_kind_of_file_is_an_ordinary_word() {
    BlindTaskCheck pdf =
        new BlindTaskCheck(new SkillName("pdf"), "Reads PDF files.", List.of("SKILL.md"));
    assertThat(pdf.inPrompt("How many pages has this PDF?")).isEmpty();
    BlindTaskCheck weather =
        new BlindTaskCheck(new SkillName("weather"), "Tells it.", List.of("SKILL.md"));
    assertThat(weather.inPrompt("How is the weather?")).isNotEmpty();
  }

  @Test
  void names_and_text_of_input_files_count_too() {
    Task task =
        new Task(
            "t",
            "Add up the numbers of this table.",
            List.of(),
            Optional.empty(),
            List.of(),
            List.of(
                new TaskFile("csv-insights.csv", new byte[0]),
                new TaskFile("a.txt", "as SKILL.md says".getBytes(StandardCharsets.UTF_8))));
    assertThat(blindness.findings(task))
        .hasSize(2)
        .anyMatch(finding -> finding.contains("csv-insights.csv"))
        .anyMatch(finding -> finding.contains("a.txt"));
  }
}
