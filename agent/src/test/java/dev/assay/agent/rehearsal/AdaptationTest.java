package dev.assay.agent.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptationTest {
  /// S is the skill's folder, U that of the uploads, W the working folder.
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          python3 scripts/run.py INPUT.csv            => Sum sales.csv                    => python3 S/scripts/run.py U/sales.csv
          python3 ./scripts/run.py <input-file>       => Sum it                           => python3 S/scripts/run.py U/sales.csv
          python3 ./scripts/run.py <input-file>       => Sum meta.json, please            => python3 S/scripts/run.py U/meta.json
          python3 ./scripts/run.py <input-file>       => Sum the JSON file                => python3 S/scripts/run.py U/meta.json
          python3 {baseDir}/scripts/run.py data.csv   => Sum it                           => python3 S/scripts/run.py U/sales.csv
          python3 "$SKILL_DIR/scripts/run.py" "$FILE" => Sum it                           => python3 S/scripts/run.py U/sales.csv
          python3 path/to/skill/scripts/run.py x.json => Sum it                           => python3 S/scripts/run.py U/meta.json
          python3 run.py data.csv meta.json           => Sum it                           => python3 S/scripts/run.py U/sales.csv U/meta.json
          python3 scripts/run.py a.csv --top 5        => Show the top 3 of it             => python3 S/scripts/run.py U/sales.csv --top 3
          python3 scripts/run.py a.csv --top=5        => Show the top 3 of it             => python3 S/scripts/run.py U/sales.csv --top=3
          python3 scripts/run.py --text "Hello"       => Encode "it's me" now             => python3 S/scripts/run.py --text 'it'\\''s me'
          python3 scripts/run.py a.csv -o out.json    => Sum it and save it to total.json => python3 S/scripts/run.py U/sales.csv -o W/total.json
          python3 scripts/run.py a.csv > OUT          => Sum it, write it to t.txt        => python3 S/scripts/run.py U/sales.csv > W/t.txt
          python3 scripts/run.py <file> --by <column> => Sum it by column region please   => python3 S/scripts/run.py U/sales.csv --by region
          python3 scripts/run.py 2024-01-31           => What about 2025-02-01?           => python3 S/scripts/run.py 2025-02-01
          python3 scripts/run.py <sum|mean> a.csv     => What is the mean of it?          => python3 S/scripts/run.py mean U/sales.csv
          python3 scripts/run.py a.csv [--json]       => Sum it                           => python3 S/scripts/run.py U/sales.csv
          python3 scripts/run.py a.csv [--json]       => Sum it as JSON                   => python3 S/scripts/run.py U/sales.csv --json
          cat a.csv | python3 scripts/run.py -        => Sum it                           => cat U/sales.csv | python3 S/scripts/run.py -
          """)
  void commands_are_fitted_to_the_task(String command, String prompt, String expected) {
    Request request =
        new Request(
            prompt, List.of("/workspace/uploads/sales.csv", "/workspace/uploads/meta.json"));
    Adaptation adaptation =
        new Adaptation(request, "/workspace/skills/s", List.of("scripts/run.py", "assets/a.txt"));

    assertThat(
            adaptation
                .of(List.of(command))
                .getFirst()
                .replace("/workspace/skills/s", "S")
                .replace("/workspace/uploads", "U")
                .replace("/workspace/intermediate", "W"))
        .isEqualTo(expected);
  }

  @Test
  void a_file_that_one_command_makes_is_the_same_file_for_the_next() {
    Request request =
        new Request(
            "Clean the table and save the sums as sums.json.",
            List.of("/workspace/uploads/sales.csv"));
    Adaptation adaptation = new Adaptation(request, "/s", List.of("scripts/a.py", "scripts/b.py"));

    assertThat(
            adaptation.of(
                List.of(
                    "python3 scripts/a.py raw.csv -o clean.csv",
                    "python3 scripts/b.py clean.csv -o result.json")))
        .containsExactly(
            "python3 /s/scripts/a.py /workspace/uploads/sales.csv -o clean.csv",
            "python3 /s/scripts/b.py clean.csv -o /workspace/intermediate/sums.json");
  }
}
