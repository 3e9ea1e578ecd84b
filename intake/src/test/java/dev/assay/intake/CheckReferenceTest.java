package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.signature.ScanRule;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests that `docs/reference/check.md` lists every rule as the code has it. After a change of a
/// rule run the tests with `-Dassay.docs.write=true`, which rewrites the tables.
class CheckReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "check.md");
  private static final String START = "<!-- rules: written from the code -->\n";
  private static final List<Map.Entry<String, String>> PARTS =
      List.of(
          Map.entry("archive", "Archives and folders"),
          Map.entry("layout", "Layout"),
          Map.entry("format", "Format"),
          Map.entry("portability", "Portability"),
          Map.entry("dependencies", "Dependencies"),
          Map.entry("evals", "Evals"),
          Map.entry("scan", "Static scan"),
          Map.entry("policy", "Policy"),
          Map.entry("findings", "Length of the list"));

  @Test
  void the_reference_page_lists_every_rule_as_it_is() throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(START) + START.length();
    assertThat(start).isGreaterThan(START.length());
    String tables = tables();
    if (Boolean.getBoolean("assay.docs.write")) {
      Files.writeString(PAGE, page.substring(0, start) + tables);
    }
    assertThat(Files.readString(PAGE).substring(start)).isEqualTo(tables);
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> part : PARTS) {
      text.append("\n### ").append(part.getValue()).append("\n\n");
      boolean scan = part.getKey().equals("scan");
      text.append(
          scan
              ? "| code | severity | alone | risk | confidence | category | why | what to do |\n|---|---|---|---|---|---|---|---|\n"
              : "| code | severity | why | what to do |\n|---|---|---|---|\n");
      for (RuleBook.Entry rule : RuleBook.entries()) {
        if (rule.code().startsWith(part.getKey() + ".")) {
          text.append(
              "| `%s` | %s | %s%s%s | %s |\n"
                  .formatted(
                      rule.code(),
                      rule.severity().name().toLowerCase(Locale.ROOT),
                      alone(rule),
                      Risk.find(rule.code()).map(CheckReferenceTest::cells).orElse(""),
                      rule.reason().replace("|", "\\|"),
                      rule.fix().replace("|", "\\|")));
        }
      }
    }
    return text.toString();
  }

  /// Returns the words for a finding of the scan that nothing else confirms.
  private static String alone(RuleBook.Entry rule) {
    return Arrays.stream(ScanRule.values())
        .filter(each -> each.id().equals(rule.code()))
        .map(each -> each.severity() == Severity.NOTE ? "note" : each.weight().alone())
        .map(word -> word + " | ")
        .collect(Collectors.joining());
  }

  private static String cells(Risk risk) {
    return "%s | %s | %s %s | "
        .formatted(risk.level().word(), risk.confidence().word(), risk.category(), risk.title());
  }
}
