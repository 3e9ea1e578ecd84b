package dev.assay.intake.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SourceText;
import java.util.Optional;

/// Tests that any text is either a requirement or a finding, in every file that holds requirements.
class RequirementFuzzTest {
  @FuzzTest(maxDuration = "5s")
  void any_requirement_is_read_or_reported(FuzzedDataProvider data) {
    read(data.consumeRemainingAsString());
  }

  static void read(String text) {
    FindingList findings = new FindingList(200, 1000);
    Collector collector = new Collector(findings);
    new RequirementsTxt(_ -> Optional.empty(), collector)
        .read(new SourceText("requirements.txt", text));
    new InlineScript(new SourceText("a.py", "# /// script\n" + text), collector).read();
    new PackageJson(new SourceText("package.json", text), collector).read();
    new RunnerLines(new SourceText("SKILL.md", text), collector).read();
    collector
        .requirements()
        .forEach(
            requirement ->
                assertThat(requirement.spelling())
                    .isNotBlank()
                    .matches(spelling -> !ControlCharacters.in(spelling)));
    findings
        .kept()
        .forEach(
            finding -> assertThat(finding.message().codePoints()).noneMatch(point -> point < 32));
  }
}
