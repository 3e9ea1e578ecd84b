package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import dev.assay.skill.dependency.Requirement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Tests every case of the corpus: no finding is missing, none is unexpected, and no files stay
/// behind.
class CorpusTest {
  /// The rules that other tests cover. One needs a broken disk, some need thousands of faults or
  /// links, and two need another skill ([LookAlikesTest]).
  private static final Set<String> ELSEWHERE =
      Set.of(
          "archive.unreadable",
          "dependencies.too-many",
          "findings.more",
          "findings.more-errors",
          "format.name-confusable",
          "format.name-like-another",
          "policy.scan-blocked",
          "portability.many-references",
          "scan.more",
          "scan.reads-as-attack",
          "scan.unfinished");

  @TempDir private Path temporary;

  static List<Corpus.Case> cases() {
    return Corpus.cases();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void finds_exactly_what_is_expected(Corpus.Case each) throws IOException {
    Path quarantines = Files.createDirectory(temporary.resolve("quarantines"));
    Examination examination = examine(each, quarantines);
    JsonNode expected = each.expected();
    assertThat(examination.findings().stream().map(CorpusTest::spelled).sorted().toList())
        .isEqualTo(each.expectedFindings().stream().sorted().toList());
    assertThat(examination instanceof Examination.Accepted)
        .isEqualTo(expected.get("outcome").asString().equals("accepted"));
    assertThat(each.kind())
        .isEqualTo(
            examination instanceof Examination.Refused
                ? "bad"
                : examination.findings().isEmpty() ? "good" : "odd");
    assertThat(dependencies(examination)).isEqualTo(expectedDependencies(expected));
    assertThat(examination.evals().evals()).hasSize(expected.path("evals").asInt(0));
    assertThat(examination.evals().triggers()).hasSize(expected.path("triggers").asInt(0));
    if (expected.has("absent")) {
      assertThat(examination.toString()).doesNotContain(expected.get("absent").asString());
    }
    if (examination instanceof Examination.Refused refused) {
      assertThat(refused.errorCode()).isEqualTo(code(each.expectedFindings().getFirst()));
    }
    assertThat(quarantines).isEmptyDirectory();
    assertThat(temporary).isDirectoryContaining(path -> path.endsWith("quarantines"));
    try (Stream<Path> around = Files.list(temporary)) {
      assertThat(around).hasSize(1);
    }
  }

  private static ErrorCode code(String finding) {
    String code = finding.split(" ", -1)[0];
    if (!code.startsWith("archive.")) {
      return ErrorCode.INVALID_SKILL_FORMAT;
    }
    return code.endsWith("too-large") ? ErrorCode.FILE_TOO_LARGE : ErrorCode.INVALID_ZIP;
  }

  @Test
  void every_rule_has_a_case() {
    Set<String> shown =
        Corpus.cases().stream()
            .flatMap(each -> each.expectedFindings().stream())
            .map(finding -> finding.split(" ", -1)[0])
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> rules =
        RuleBook.entries().stream()
            .map(RuleBook.Entry::code)
            .filter(code -> !ELSEWHERE.contains(code))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(shown).isEqualTo(rules);
  }

  @Test
  void codes_are_never_used_twice() {
    assertThat(RuleBook.entries()).extracting(RuleBook.Entry::code).doesNotHaveDuplicates();
  }

  private static Examination examine(Corpus.Case each, Path quarantines) throws IOException {
    Optional<JsonNode> recipe = each.recipe();
    if (recipe.isEmpty()) {
      return new Intake(IntakeLimits.standard(), quarantines).check(each.skill());
    }
    Intake intake = new Intake(Corpus.limits(recipe.get()), quarantines);
    try (Received received =
        intake.receive(new ByteArrayInputStream(ZipRecipe.bake(recipe.get())))) {
      return received.examination();
    }
  }

  private static String spelled(Finding finding) {
    String place = finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
    return place.isEmpty() ? finding.code() : finding.code() + " " + place;
  }

  private static List<String> dependencies(Examination examination) {
    return examination.dependencies().requirements().stream()
        .sorted(Comparator.comparing(Requirement::spelling))
        .map(each -> each.ecosystem().name().toLowerCase(Locale.ROOT) + " " + each.pinned())
        .sorted()
        .toList();
  }

  private static List<String> expectedDependencies(JsonNode expected) {
    return expected.path("dependencies").valueStream().map(JsonNode::asString).sorted().toList();
  }
}
