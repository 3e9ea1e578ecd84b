package dev.assay.agent.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationsTest {
  private static final ProducedText EVIDENCE =
      new ProducedText(
          List.of(new ProducedText.Run(0, "Total:  1,234.50\nTop city: Berlin", "one warning")),
          Map.of("out/report.json", "{\"rows\": 3}", "list.txt", "a\nb\n"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          output contains "top city: berlin"                | met
          output contains "Paris"                           | missed
          output contains "Berlin" and "Paris"              | met missed
          The answer names 'Berlin' as the top city         | met
          output does not contain "Paris"                   | met
          output doesn't contain "Berlin"                   | missed
          output contains the number 1234.5                 | met
          the total is 1234.5                               | met
          the total is 1,234.50                             | met
          the total is 123                                  | missed
          output equals "Berlin"                            | missed
          file report.json exists                           | met
          creates the file `report.json`                    | met
          a file summary.md is written                      | missed
          file summary.md does not exist                    | met
          file report.json contains "rows"                  | met
          file report.json contains the number 3            | met
          file report.json contains the number 4            | missed
          file report.json is valid JSON                    | met
          file list.txt is valid JSON                       | missed
          file list.txt has 2 lines                         | met
          file list.txt does not contain "c"                | met
          file list.txt is not empty                        | met
          exit code is 0                                    | met
          exits with code 2                                 | missed
          The tone is friendly and professional             |
          The chart looks good                              |
          """)
  void every_form_of_the_reference_page_is_understood(String statement, String expected) {
    assertThat(
            Expectations.of(statement).stream()
                .map(check -> check.met(EVIDENCE) ? "met" : "missed")
                .toList())
        .isEqualTo(expected == null ? List.of() : List.of(expected.split(" ", -1)));
  }

  @Test
  void an_exit_code_of_0_is_nothing_to_be_proud_of() {
    assertThat(Expectations.of("exit code is 0")).noneMatch(Check::substantial);
    assertThat(Expectations.of("exit code is 2"))
        .as("a script that breaks does that too")
        .noneMatch(Check::substantial);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "output contains \" \"",
        "output contains \"e\"",
        "output contains \".\"",
        "output does not contain \"zebra\"",
        "file zebra.txt does not exist",
        "file list.txt does not contain \"zebra\"",
        "output contains \"the largest city\"",
        "output contains the number 2",
        "exit code is 1",
      })
  void what_holds_whatever_a_skill_does_proves_nothing(String statement) {
    assertThat(Expectations.of(statement, "Name the 2 rows and the largest city of list.txt"))
        .noneMatch(Check::substantial);
  }

  @Test
  void what_proves_nothing_cannot_make_up_for_what_is_missed() {
    List<PromptSection> parts =
        List.of(
            new PromptSection("task", "Name the largest city"),
            new PromptSection(
                "expectations",
                "output contains \"Paris\"\n" + "output does not contain \"zebra\"\n".repeat(9)),
            new PromptSection(
                "result of execute in turn 1, exit code 0", "exit code: 0\nstdout:\nhm"));
    assertThat(RehearsedJudge.answer(parts)).contains("\"score\":1");
  }

  @Test
  void a_quoted_word_is_no_excuse_for_a_command_that_fails() {
    List<PromptSection> parts =
        List.of(
            new PromptSection("task", "Say how to leave the editor"),
            new PromptSection("expectations", "output contains \"exit now\""),
            new PromptSection(
                "result of execute in turn 1, exit code 1", "exit code: 1\nstdout:\nexit now"));
    assertThat(RehearsedJudge.answer(parts)).contains("\"score\":2");
  }

  @Test
  void facts_of_an_expected_result_are_quotes_and_numbers_the_task_does_not_say() {
    assertThat(facts("The 2 largest are \"Berlin\" and 1234.5", "List the 2 largest"))
        .containsExactly("the result has \"Berlin\"", "the result has 1234.5");
    assertThat(facts("```\na b\nc\n```", "x")).hasSize(2);
    assertThat(facts("Bm G D A", "Transpose")).hasSize(1);
    assertThat(facts("A friendly letter that mentions the weather and the garden", "Write"))
        .isEmpty();
  }

  private static List<String> facts(String expected, String task) {
    return Expectations.ofResult(expected, task).stream().map(Check::words).toList();
  }
}
