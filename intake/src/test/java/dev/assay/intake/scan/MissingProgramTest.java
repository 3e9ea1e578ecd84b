package dev.assay.intake.scan;

import static dev.assay.intake.scan.Scanned.HEAD;
import static dev.assay.intake.scan.Scanned.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.program.MissingScripts;
import dev.assay.intake.tree.Sources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests scripts that the instructions run and the skill lacks.
class MissingProgramTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "```sh\npython3 scripts/run_all.py in.csv\n```",
        "```sh\n$ python scripts/run_all.py\n```",
        "```sh\ncat in.csv | python3.12 -u ./scripts/run_all.py > out.csv\n```",
        "```sh\nLC_ALL=C bash ./tools/tidy.sh --all\n```",
        "```sh\nnode scripts/tidy.mjs && echo done\n```",
        "```sh\nuv run --with rich scripts/tidy.py\n```",
        "```sh\nnpx tsx scripts/tidy.ts\n```",
        "```sh\n./bin/tidy --all\n```",
        "```sh\nsource scripts/env.sh\n```",
        "```sh\n. scripts/env.sh\n```",
        "```powershell\npwsh -ExecutionPolicy Bypass -File scripts\\tidy.ps1\n```",
        "```sh\nchmod +x scripts/tidy.sh\n```",
        "```sh\ncd ${SKILL_DIR}\npython3 scripts/tidy.py\n```",
        "```sh\npython3 \"<skill-dir>/scripts/tidy.py\"\n```",
        "Run `python3 scripts/run_all.py` on the table.",
        "Then execute `scripts/run_all.py`.",
        "Then run scripts/run_all.py on the table.",
      })
  void a_script_of_the_skill_that_is_not_there(String text) throws IOException {
    assertThat(missing(Map.of("SKILL.md", HEAD + text + "\n"))).hasSize(1);
    assertThat(missing(Map.of("SKILL.md", HEAD, "references/how.md", text + "\n"))).hasSize(1);
    assertThat(warnings(HEAD + text + "\n")).isEmpty();
    assertThat(warnings(HEAD + "The accompanying script does it:\n\n" + text + "\n"))
        .containsExactly("scan.missing-program");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```sh\npython ${CLAUDE_SKILL_ROOT}/scripts/tidy.py\n```",
        "```sh\n$CLAUDE_SKILL_DIR/scripts/tidy\n```",
        "```sh\nbash {baseDir}/scripts/tidy.sh\n```",
        "```sh\npython3 ~/.claude/skills/tables/scripts/tidy.py\n```",
        "Run `{baseDir}/scripts/tidy`.",
      })
  void a_path_that_can_only_be_the_skills(String text) throws IOException {
    assertThat(warnings(HEAD + text + "\n")).containsExactly("scan.missing-program");
    assertThat(
            warnings(
                Map.of(
                    "SKILL.md", HEAD + text + "\n",
                    "scripts/tidy", "true\n",
                    "scripts/tidy.sh", "true\n",
                    "scripts/tidy.py", "pass\n")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```sh\npython manage.py migrate\n```",
        "```sh\nnpm test\n./gradlew build\nnode server.js\n```",
        "```sh\npython scripts/<name>.py\n```",
        "```sh\npython path/to/script.py\npython scripts/your_script.py\n```",
        "```sh\nsource .venv/bin/activate\npython -m scripts.tidy\n```",
        "```sh\ngit clone https://github.com/example/tool\ncd tool\npython scripts/tidy.py\n```",
        "```sh\npython3 ~/.claude/skills/other/scripts/tidy.py\n```",
        "```sh\nnode dist/index.js\nbash /opt/tool/run.sh\n```",
        "```sh\ncat > scripts/tidy.py <<'E'\nprint(1)\nE\npython scripts/tidy.py\n```",
        "Create `scripts/tidy.py`:\n\n```python\nprint(1)\n```\n\nRun `python scripts/tidy.py`.",
        "Save it as scripts/tidy.py.\n\n```sh\npython scripts/tidy.py\n```",
        "From the root of the repository:\n\n```sh\nbash scripts/tidy.sh\n```",
        "If there is a `scripts/tidy.sh`, run `bash scripts/tidy.sh`.",
        "See `scripts/` and https://example.org/scripts/tidy.py.",
      })
  void scripts_that_are_the_users_or_come_later(String text) throws IOException {
    assertThat(missing(Map.of("SKILL.md", HEAD + text + "\n"))).isEmpty();
    assertThat(warnings(HEAD + text + "\n")).isEmpty();
  }

  @Test
  void skills_about_skills_have_examples() throws IOException {
    String text = "```sh\npython scripts/rotate_pdf.py\n```\n";
    assertThat(missing(Map.of("SKILL.md", HEAD.replace("Reads tables", "Writes skills") + text)))
        .isEmpty();
  }

  private static List<String> missing(Map<String, String> files) throws IOException {
    Sources sources = new Sources();
    for (Map.Entry<String, String> file : files.entrySet()) {
      sources.add(
          file.getKey(),
          new ByteArrayInputStream(file.getValue().getBytes(StandardCharsets.UTF_8)));
    }
    return MissingScripts.of(sources).stream()
        .filter(MissingScripts.Missing::likely)
        .map(each -> each.call().path())
        .toList();
  }
}
