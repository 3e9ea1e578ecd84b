package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `assay evals check` and `assay evals init`.
class EvalsCommandTest {
  private static final String DOCUMENT =
      """
      ---
      name: ledger-lens
      description: Adds up columns of ledgers. Use when somebody asks for totals of a table.
      ---
      # Totals

      Add up a column of a ledger. Given `sales.csv`:

      ```csv
      day,amount
      1,20
      2,30
      ```

      ```console
      $ python3 scripts/total.py sales.csv amount
      total 50
      ```

      # Largest

      Find the largest entry of a ledger:

      ```sh
      python3 scripts/largest.py INPUT.csv
      ```
      """;

  @TempDir private Path folder;

  private String printed = "";

  @Test
  void each_test_is_reported_with_the_rule_it_breaks_and_a_better_one() throws IOException {
    Path skill = skill("# Nothing to see\n");
    evals(
        skill,
        """
        [{"id": "good", "prompt": "Add up 20 and 31 please.", "expected_output": "The sum is 51."},
         {"id": "named", "prompt": "Use Ledger Lens to add 20 and 31.", "expected_output": "51"},
         {"id": "vague", "prompt": "Write a friendly summary of the year.", "expected_output": "A friendly summary."}]
        """);
    assertThat(run("evals", "check", skill.toString())).isEqualTo(1);
    assertThat(printed)
        .contains("✓ good", "✗ named", "blind: The prompt contains the skill's name")
        .contains("\"prompt\": \"Use a suitable tool to add 20 and 31.\"")
        .contains("✗ vague", "checkable: No rule can check", "output contains")
        .contains("1 of 3 tests can be used", "makes 1 of 3 tasks", "inconclusive");
  }

  @Test
  void three_usable_tests_are_enough_and_json_says_the_same() throws IOException {
    Path skill = skill("# Nothing to see\n");
    evals(
        skill,
        """
        [{"id": "a", "prompt": "Add up 20 and 31 please.", "expected_output": "51"},
         {"id": "b", "prompt": "Add up 20 and 32 please.", "expected_output": "52"},
         {"id": "c", "prompt": "Add up 20 and 33 please.", "expected_output": "53"}]
        """);
    assertThat(run("evals", "check", "--json", skill.toString())).isZero();
    JsonNode result = JsonMapper.builder().build().readTree(printed).get(0);
    assertThat(result.get("tasks").asInt()).isEqualTo(3);
    assertThat(result.get("tests").get(0).get("faults")).isEmpty();
  }

  @Test
  void a_start_is_made_from_the_examples_of_the_skill_and_is_never_overwritten()
      throws IOException {
    Path skill = skill(DOCUMENT);
    assertThat(run("evals", "init", "--dry-run", skill.toString())).isZero();
    assertThat(skill.resolve("evals")).doesNotExist();
    assertThat(run("evals", "init", skill.toString())).isZero();
    assertThat(skill.resolve("evals/files/sales.csv")).hasContent("day,amount\n1,20\n2,30\n");
    JsonNode evals =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(skill.resolve("evals/evals.json")))
            .get("evals");
    assertThat(evals.get(0).get("expectations").get(0).asString())
        .isEqualTo("output contains \"total 50\"");
    assertThat(printed).contains("✓ example-1", "✗ draft-", "checkable: No rule can check");
    Files.writeString(skill.resolve("evals/evals.json"), "[]");
    assertThat(run("evals", "init", skill.toString())).isEqualTo(1);
    assertThat(skill.resolve("evals/evals.json")).hasContent("[]");
  }

  @Test
  void what_cannot_be_read_or_has_no_examples_is_said() throws IOException {
    assertThat(run("evals", "check", folder.resolve("missing").toString())).isEqualTo(2);
    assertThat(run("evals", "init", folder.toString())).isEqualTo(2);
    assertThat(run("evals", "init", skill("# Nothing\n").toString())).isEqualTo(1);
    assertThat(run("evals")).isEqualTo(2);
  }

  private Path skill(String document) throws IOException {
    Path skill = Files.createDirectories(folder.resolve("ledger-lens"));
    String head =
        "---\nname: ledger-lens\ndescription: Adds up columns of ledgers. Use for totals.\n---\n";
    Files.writeString(
        skill.resolve("SKILL.md"), document.startsWith("---") ? document : head + document);
    return skill;
  }

  private static void evals(Path skill, String json) throws IOException {
    Files.createDirectories(skill.resolve("evals"));
    Files.writeString(skill.resolve("evals/evals.json"), json);
  }

  private int run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = Assay.commandLine(arguments).setOut(new PrintWriter(out, true)).execute(arguments);
    printed = out.toString();
    return code;
  }
}
