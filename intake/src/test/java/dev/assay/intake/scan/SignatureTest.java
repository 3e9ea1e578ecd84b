package dev.assay.intake.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Signature;
import dev.assay.intake.signature.Signatures;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.Finding;
import dev.assay.skill.dependency.Dependencies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SignatureTest {
  static List<Signature> signatures() {
    return Signatures.ALL;
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void fires_on_its_example_also_through_the_scan(Signature signature) throws IOException {
    assertThat(signature.matches(signature.fires())).isTrue();
    assertThat(scan("first line\n" + signature.fires() + "\n"))
        .anySatisfy(
            finding -> {
              assertThat(finding.code()).isEqualTo(signature.rule().id());
              assertThat(finding.line()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void stays_quiet_on_its_harmless_neighbour(Signature signature) throws IOException {
    assertThat(scan(signature.quiet())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void has_a_keyword_in_its_example(Signature signature) {
    String line = signature.fires().toLowerCase(Locale.ROOT);
    assertThat(signature.keywords()).anyMatch(line::contains);
  }

  private static List<Finding> scan(String text) throws IOException {
    Sources sources = new Sources();
    sources.add("notes.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    FindingList findings = new FindingList(200, 1000);
    new Scan(sources, Dependencies.NONE, Indicators.shipped(), findings).run(List.of());
    return findings.kept();
  }
}
