package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.rule.ControlCharacters;
import dev.assay.skill.Bundle;

/// Checks the properties that hold for every answer.
final class Answers {
  private static final int MOST_FINDINGS = 1001;

  private Answers() {}

  /// Checks that the list of findings is short and printable, and that an accepted skill can be
  /// stored.
  static void assertFit(Examination examination) {
    assertThat(examination.findings()).hasSizeLessThanOrEqualTo(MOST_FINDINGS);
    assertThat(examination.findings())
        .allSatisfy(
            finding -> assertThat(finding.toString().codePoints()).noneMatch(point -> point < 32));
    if (examination instanceof Examination.Accepted(Bundle bundle)) {
      assertThat(bundle.manifest().toString()).matches(text -> !ControlCharacters.in(text));
      assertThat(bundle.evals().toString()).matches(text -> !ControlCharacters.in(text));
      assertThat(bundle.dependencies().toString()).matches(text -> !ControlCharacters.in(text));
      assertThat(bundle.files().toString()).matches(text -> !ControlCharacters.in(text));
    }
  }
}
