package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {
  private static Requirement requirement(Ecosystem ecosystem, String range) {
    return new Requirement(ecosystem, "p", List.of(), range, Optional.empty(), "f", 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PIP | '' | 1.0 | true",
        "PIP | >=2,<3 | 2.31.0 | true",
        "PIP | >=2,<3 | 3.0 | false",
        "PIP | >=2,<3 | 2.0rc1 | false",
        "PIP | <3 | 3.0rc1 | false",
        "PIP | <3.0rc2 | 3.0rc1 | true",
        "PIP | ==1.0 | 1.0.0 | true",
        "PIP | ==1.0 | 1.0+local | true",
        "PIP | ==1.0+x | 1.0 | false",
        "PIP | ==1.4.* | 1.4.7 | true",
        "PIP | ==1.4.* | 1.40 | false",
        "PIP | !=1.4.* | 1.4 | false",
        "PIP | ~=1.4.2 | 1.4.9 | true",
        "PIP | ~=1.4.2 | 1.5 | false",
        "PIP | ~=2.1 | 2.9 | true",
        "PIP | >1.7 | 1.7.post1 | false",
        "PIP | >1.7 | 1.8 | true",
        "PIP | ===1.0 | 1.0.0 | false",
        "PIP | ==1.2.* | V1.2.3 | true",
        "PIP | ~=V1.4 | 1.5 | true",
        "PIP | ==2.* | 1!2.0 | false",
        "PIP | ==1!2.* | 1!2.3 | true",
        "PIP | !=2.* | 1!2.0 | true",
        "PIP | ~=1!2.1 | 1!2.9 | true",
        "PIP | ~=2.1 | 1!2.9 | false",
        "PIP | >=10 | 9.9 | false",
        "PIP | >=1 | nonsense | false",
        "PIP | @ https://example.com/p.whl | 1.0 | false",
        "NPM | ^4.17.0 | 4.17.21 | true",
        "NPM | ^4.17.0 | 5.0.0 | false",
        "NPM | '1.x || >=3' | 3.1.0 | true",
        "NPM | latest | 9.9.9 | true",
        "NPM | git+https://example.com/p.git | 1.0.0 | false",
        "NPM | ^1.0.0 | nonsense | false",
        "SYSTEM | >=6 | 7:6.1-1 | true",
        "SYSTEM | <<2.0 | 1.9~rc1 | true",
        "SYSTEM | =1.2-3 | 1.2-4 | false",
      })
  void versions_fit_by_the_rules_of_their_ecosystem(
      Ecosystem ecosystem, String range, String version, boolean fits) {
    assertThat(Versions.fits(requirement(ecosystem, range), version)).isEqualTo(fits);
  }

  @Test
  void a_version_of_absurd_length_fits_nothing() {
    assertThat(Versions.fits(requirement(Ecosystem.PIP, ""), "1".repeat(1_000_000))).isFalse();
  }

  @Test
  void ranges_are_put_together_unless_nothing_is_left() {
    assertThat(
            Versions.together(
                List.of(requirement(Ecosystem.PIP, ">=2"), requirement(Ecosystem.PIP, "<3"))))
        .contains(">=2,<3");
    assertThat(
            Versions.together(
                List.of(requirement(Ecosystem.PIP, ">=3"), requirement(Ecosystem.PIP, "<3"))))
        .isEmpty();
    assertThat(
            Versions.together(
                List.of(requirement(Ecosystem.NPM, "^1.2.0"), requirement(Ecosystem.NPM, "<1.9"))))
        .contains("^1.2.0 <1.9");
    assertThat(Versions.together(List.of(requirement(Ecosystem.PIP, "")))).isEmpty();
  }

  @Test
  void metadata_is_parsed_and_nonsense_left_out() {
    assertThat(Versions.parsePython("Idna (<4,>=2.5) ; extra == 'net'", "METADATA"))
        .hasValueSatisfying(
            need -> {
              assertThat(need.name()).isEqualTo("idna");
              assertThat(need.range()).isEqualTo("<4,>=2.5");
              assertThat(need.marker()).contains("extra == 'net'");
            });
    assertThat(Versions.parsePython("!!", "METADATA")).isEmpty();
  }
}
