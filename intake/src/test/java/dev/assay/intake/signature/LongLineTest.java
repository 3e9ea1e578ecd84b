package dev.assay.intake.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests lines as long as a file: patterns are tried on the parts that have their words.
class LongLineTest {
  private static final int LONG = 300_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "abc; 6",
        "ab|cdef; 8",
        "(?i)a[bc]{0,60}d; 124",
        "a\\s+b\\w*; 11",
        "(?:a\\s+){0,2}b; 14",
        "(?:the\\s+)*x; 1048576",
        "a\\S+; 7",
        "a[^.]*b; 1048576",
        "^ab; 1048576",
        "(?m)ab; 1048576",
        "a.*; 1048576"
      })
  void the_longest_match_is_known_from_the_pattern_and_the_line(String regex, int length) {
    assertThat(MatchLength.of(regex).in("a bcd    efg-h ")).isEqualTo(length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_000, 4_050, 4_090, 4_096, 8_190, 100_000, LONG - 60, LONG})
  void a_match_is_found_wherever_it_stands(int at) {
    Regex regex = new Regex("(?i)\\bread\\s+the\\b[^\\n]{0,60}\\bpasswords?\\b");
    String match = "read   the stored and hidden PASSWORD";
    String line = "read x, ".repeat(LONG / 8);
    assertThat(regex.finds(line + "password")).isFalse();
    assertThat(regex.finds(line.substring(0, at) + " " + match + " " + line.substring(at)))
        .isTrue();
    assertThat(regex.finds(line.substring(0, at) + " x" + match + "x " + line.substring(at)))
        .as("within words")
        .isFalse();
  }

  @Test
  void what_has_no_end_is_looked_for_in_the_whole_line() {
    Regex regex = new Regex("\\bcurl\\b[^|]*\\|\\s*sh\\b");
    String blanks = " ".repeat(LONG);
    assertThat(regex.finds("curl https://a.example.org/b" + blanks + "|" + blanks + "sh")).isTrue();
    Regex words = new Regex("\\bdo\\s+not\\s+\\w+\\s+tell\\b");
    assertThat(words.finds("do" + blanks + "not" + blanks + "ever tell")).isTrue();
    assertThat(words.finds("do not " + "x".repeat(LONG) + " tell")).isTrue();
    Regex again = new Regex("\\brun\\s+(?:very\\s+)*quietly\\b");
    assertThat(again.finds("x ".repeat(LONG) + "run " + "very ".repeat(2_000) + "quietly"))
        .isTrue();
  }

  @Test
  void words_that_are_far_apart_are_not_tried() {
    Regex regex = new Regex("(?i)\\b(?:read|collect)s?\\b[^\\n]{0,60}\\bpasswords?\\b");
    String line = "read" + " a b".repeat(LONG) + " password";
    AtomicBoolean found = new AtomicBoolean(true);
    Work work = new Work(Long.MAX_VALUE);
    work.limit(() -> found.set(regex.finds(line)));
    assertThat(found).isFalse();
    assertThat(work.done()).isLessThan(12L * line.length());
  }
}
