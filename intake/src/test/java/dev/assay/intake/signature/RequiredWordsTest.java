package dev.assay.intake.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequiredWordsTest {
  private static final int SPECIMENS = 100;

  /// Returns the clauses of a pattern with one branch.
  private static List<Set<String>> of(String regex) {
    List<List<Set<String>>> branches = RequiredWords.of(regex).branches();
    assertThat(branches).hasSize(1);
    return branches.getFirst();
  }

  @Test
  void words_that_every_match_holds_are_required() {
    assertThat(of("(?i)\\bcurl\\s+.*\\|\\s*bash\\b"))
        .containsExactly(Set.of("curl\0"), Set.of("bash"));
    assertThat(of("(?:wget|curl)\\s+http"))
        .containsExactly(Set.of("wget", "curl"), Set.of("\0http"));
    assertThat(of("do\\s+\\s+not\\s+ x\\s*ask\\s+"))
        .containsExactly(Set.of("do\0"), Set.of("\0not\0"), Set.of(" x"), Set.of("ask\0"));
    assertThat(of("(?:abc|defg)")).containsExactly(Set.of("abc", "defg"));
    assertThat(of("a\\.bc")).containsExactly(Set.of("a.bc"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "abcd?; abc",
        "abc*; ab",
        "(?:abc)?; ''",
        "(?:abc){0,2}; ''",
        "(?:abc){1,2}; abc",
        "ab+cd; ab cd",
        "(?:abc|d); ''",
        "[abc]+; ''",
        "abc[)|]def; abc def",
        "abc[^]x]def; abc def",
        "abc(?:def(?i:x))?; abc",
        "abc(?:def(?s:x))?; ''",
        "(?im)^abc; abc",
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
  void blanks_between_words_may_be_any_and_many() {
    RequiredWords words = RequiredWords.of("(?i)\\bdo\\s+not\\s+(?:ever\\s+)?tell");
    assertThat(words.mayMatch("so do not tell")).isTrue();
    assertThat(words.mayMatch("DO \t\r\n\f  Not \t tell")).isTrue();
    assertThat(words.mayMatch("do\nnot\ftell")).isTrue();
    assertThat(words.mayMatch("donot tell")).isFalse();
    assertThat(words.mayMatch("do nothing and tell")).isFalse();
    RequiredWords apart = RequiredWords.of("a\\s+b|(?:x|y)\\s+then\\s+");
    assertThat(apart.mayMatch("a   b")).isTrue();
    assertThat(apart.mayMatch("y    then ")).isTrue();
    assertThat(apart.mayMatch("\tthen\t")).isTrue();
    assertThat(apart.mayMatch("then")).isFalse();
    assertThat(apart.mayMatch("y then")).isFalse();
  }

  @Test
  void of_very_many_branches_one_word_of_one_will_do() {
    String many =
        IntStream.range(0, 100).mapToObj(i -> "w" + i + "x").collect(Collectors.joining("|"));
    assertThat(RequiredWords.of(many).mayMatch("a w77X b")).isTrue();
    assertThat(RequiredWords.of(many).mayMatch("a w7y b")).isFalse();
  }

  @Test
  void among_very_many_branches_one_with_several_words_needs_them_all() {
    String many =
        IntStream.range(0, 100).mapToObj(i -> "w" + i + "x").collect(Collectors.joining("|"))
            + "|\\bopen\\([^)]*\\.env";
    assertThat(RequiredWords.of(many).mayMatch("process.env")).isFalse();
    assertThat(RequiredWords.of(many).mayMatch("w3x")).isTrue();
    assertThat(RequiredWords.of(many).mayMatch("open('.env')")).isTrue();
    String more =
        IntStream.range(0, 100)
            .mapToObj(i -> "v" + i + "x.*w" + i + "x")
            .collect(Collectors.joining("|"));
    for (int i = 0; i < 100; i++) {
      assertThat(RequiredWords.of(more).mayMatch("v" + i + "x and w" + i + "x")).isTrue();
    }
    assertThat(RequiredWords.of(more).mayMatch("v1x and w2x")).isFalse();
  }

  @Test
  void of_several_branches_one_has_to_be_there_as_a_whole() {
    RequiredWords words = RequiredWords.of("(?i)send.*token|(?:drop|delete)\\s+table");
    assertThat(words.mayMatch("SEND the token")).isTrue();
    assertThat(words.mayMatch("delete a table")).isTrue();
    assertThat(words.mayMatch("send a table")).isFalse();
    assertThat(RequiredWords.of("send|x").mayMatch("y")).as("nothing is required").isTrue();
  }

  @Test
  void words_beyond_what_can_be_counted_are_not_asked_for() {
    String many =
        IntStream.range(0, 100).mapToObj(i -> "w" + i + "x\\s").collect(Collectors.joining());
    String line =
        IntStream.range(0, 100).mapToObj(i -> "w" + i + "x ").collect(Collectors.joining());
    assertThat(new Regex(many).finds(line)).isTrue();
    assertThat(RequiredWords.of(many).mayMatch(line.replace("w3x ", ""))).isFalse();
  }

  @Test
  void no_example_of_a_signature_is_missed() {
    assertThat(Signatures.ALL)
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(each.pattern().finds(each.fires())).as(each.fires()).isTrue());
  }

  /// Compares with the pattern alone, on texts generated from the pattern and on lines that other
  /// signatures match.
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
