package dev.assay.intake.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that misspelt packages are found in every form of installation.
class InstalledNamesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SKILL.md                 | poetry add fastapi "uvicron[standard]"
          references/setup.md      | uv pip install sqlachemy
          assets/requirements.txt  | numpyy==1.26.4
          assets/Dockerfile        | RUN pip install --no-cache-dir selenuim==4.21.0
          SKILL.md                 | gem install nokogirl
          Gemfile                  | gem "activesuport", "~> 7"
          references/start.md      | cargo add tokoi --features full
          scripts/setup.py         | DEPS = ["flask", "werkzueg"]  # pip install
          """)
  void a_misspelt_package_is_found_in_any_file(String path, String line) throws IOException {
    String skill = Scanned.HEAD + (path.equals("SKILL.md") ? line : "");
    Map<String, String> files =
        path.equals("SKILL.md")
            ? Map.of("SKILL.md", skill)
            : Map.of("SKILL.md", skill, path, line + "\n");
    assertThat(Scanned.warnings(files)).containsExactly("scan.typosquat");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SKILL.md               | pip install huggingface_hub pyshark
          SKILL.md               | Use npm to install network drivers.
          scripts/auditor.py     | pairs = {"reqeusts": "requests"}  # pip install
          references/start.md    | cargo add serde tokio && cargo install ripgrep
          """)
  void what_is_spelt_right_or_only_listed_is_not_found(String path, String line)
      throws IOException {
    assertThat(
            path.equals("SKILL.md")
                ? Scanned.warnings(Scanned.HEAD + line)
                : Scanned.warnings(Scanned.HEAD, path, line + "\n"))
        .isEmpty();
  }

  @Test
  void a_skill_that_calls_itself_official_with_a_slip_is_found() throws IOException {
    assertThat(Scanned.warnings("---\nname: anthropic-offical-pptx\ndescription: Slides.\n---\n"))
        .containsExactly("scan.typosquat");
  }
}
