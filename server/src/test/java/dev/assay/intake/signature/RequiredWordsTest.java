package dev.assay.intake.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequiredWordsTest {
  private static final int SPECIMENS = 100;

  private static List<Set<String>> of(String regex) {
    return RequiredWords.of(regex).clauses();
  }

  @Test
  void words_that_every_match_holds_are_required() {
    assertThat(of("(?i)\\bcurl\\s+.*\\|\\s*bash\\b"))
        .containsExactly(Set.of("curl"), Set.of("bash"));
    assertThat(of("(?:wget|curl)\\s+http")).containsExactly(Set.of("wget", "curl"), Set.of("http"));
    assertThat(of("abc|defg")).containsExactly(Set.of("abc", "defg"));
    assertThat(of("a\\.bc")).containsExactly(Set.of("a.bc"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "abcd?; abc",
        "abc*; ''",
        "(?:abc)?; ''",
        "(?:abc){0,2}; ''",
        "(?:abc){1,2}; abc",
        "ab+cd; ''",
        "abc|d; ''",
        "[abc]+; ''",
        "abc[)|]def; abc def",
        "abc[^]x]def; abc def",
        "abc(?:def(?i:x))?; ''",
        "abc\\pLdef; ''"
      })
  void what_may_be_absent_is_not_required(String regex, String words) {
    assertThat(of(regex).stream().map(each -> String.join("", each)).toList())
        .isEqualTo(words.isEmpty() ? List.of() : List.of(words.split(" ", -1)));
  }

  @Test
  void a_line_without_them_cannot_match_and_case_does_not_matter() {
    RequiredWords words = RequiredWords.of("(?i)token.*webhook");
    assertThat(words.mayMatch("send the TOKEN to a WebHook")).isTrue();
    assertThat(words.mayMatch("send the token to a friend")).isFalse();
    assertThat(words.mayMatch("to\u212aen and webhoo\u212a")).as("a Kelvin sign is a k").isTrue();
  }

  @Test
  void no_example_of_a_signature_is_missed() {
    assertThat(Signatures.ALL)
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(each.pattern().finds(each.fires())).as(each.fires()).isTrue());
  }

  /// Against the pattern without its words, over texts made up from the pattern and over lines that
  /// other signatures look for.
  @ParameterizedTest
  @MethodSource("signatures")
  void what_a_pattern_matches_is_tried(Signature signature) {
    Random random = new Random(24);
    int matched = 0;
    for (int i = 0; i < SPECIMENS; i++) {
      String line = Specimens.of(signature.pattern(), random);
      if (signature.pattern().matcher(line).find()) {
        matched++;
        assertThat(signature.pattern().finds(line)).as(line).isTrue();
        assertThat(signature.keywords())
            .as(line)
            .anyMatch(line.toLowerCase(Locale.ROOT).replaceAll("[ \t]+", " ")::contains);
      }
    }
    assertThat(matched).as("texts that match").isPositive();
    for (Signature other : Signatures.ALL) {
      for (String line :
          List.of(other.fires(), other.quiet(), other.fires().toUpperCase(Locale.ROOT))) {
        assertThat(signature.pattern().finds(line))
            .as(line)
            .isEqualTo(signature.pattern().matcher(line).find());
      }
    }
  }

  static List<Signature> signatures() {
    return Signatures.ALL;
  }
}
