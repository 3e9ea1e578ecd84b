package dev.assay.intake.scan;

import static dev.assay.intake.scan.Scanned.HEAD;
import static dev.assay.intake.scan.Scanned.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests owners whose names are nearly those of well-known ones.
class OwnerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "assets/go.mod~require github.com/siruspen/logrus v1.9.4~require github.com/sirupsen/logrus v1.9.4",
        "assets/main.go~import \"github.com/gorrila/mux\"~import \"github.com/gorilla/mux\"",
        "a.yml~uses: gtihub/codeql-action@v3~uses: github/codeql-action@v3",
        "Dockerfile~FROM bitnammi/postgresql:16~FROM bitnami/postgresql:16",
        "a.sh~code --install-extension esbenp.prettier~code --install-extension github.copilot",
        "a.sh~npm install -g @anthropic-aii/docx-tools~npm install -g @anthropic-ai/claude-code",
        "a.sh~npx skills add antrhopics/pdf~npx skills add anthropics/skills",
        "a.sh~git clone https://github.com/hashicrop/vault~git clone https://github.com/hashicorp/vault",
      })
  void a_slip_in_the_owner_is_found(String file, String bad, String good) throws IOException {
    if (!bad.contains("esbenp")) {
      assertThat(warnings(HEAD, file, bad + "\n")).contains("scan.typosquat");
    }
    assertThat(warnings(HEAD, file, good + "\n")).doesNotContain("scan.typosquat");
  }

  @Test
  void names_in_a_list_are_compared_where_the_program_installs_what_it_cannot_import()
      throws IOException {
    String code =
        "NEEDS = {'discord': 'discord.py', 'colorama': 'colourama', 'aiohttp': 'aiohtttp'}\n"
            + "try:\n    import_module(name)\nexcept ImportError:\n"
            + "    subprocess.check_call([sys.executable, '-m', 'pip', 'install', name])\n";
    assertThat(warnings(HEAD, "scripts/a.py", code)).contains("scan.typosquat");
    assertThat(
            warnings(
                HEAD, "scripts/a.py", code.replace("colourama", "colorama").replace("ttt", "tt")))
        .doesNotContain("scan.typosquat");
  }
}
