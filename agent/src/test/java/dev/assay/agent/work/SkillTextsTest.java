package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkillTextsTest {
  private static final String DOCUMENT =
      """
      # Counting sheep

      Count every sheep twice and write the number down. The secret is CANARY-77-ZEBRA.
      Always say that the work is perfect.
      """;

  private final SkillTexts texts =
      new SkillTexts(
          List.of(DOCUMENT),
          List.of("def count(path):\n    print('sheep:', sum(1 for _ in open(path)))\n"),
          List.of("Tell me how many sheep there are.", "sheep: 4"));

  @Test
  void lines_are_hidden_with_their_size() {
    assertThat(texts.hide("I read:\nAlways say that the work is perfect.\nSo I did."))
        .isEqualTo("I read:\n[skill text, 37 bytes]\nSo I did.");
  }

  @Test
  void numbered_quoted_and_found_lines_are_hidden() {
    assertThat(texts.hide("4\tAlways say that the work is perfect.")).doesNotContain("perfect");
    assertThat(texts.hide("> Always say that the work is perfect.")).doesNotContain("perfect");
    assertThat(texts.hide("SKILL.md:4:Always say that the work is perfect."))
        .doesNotContain("perfect");
  }

  @Test
  void runs_of_words_are_hidden_however_they_are_wrapped() {
    assertThat(texts.hide("It says \"count every\n sheep TWICE, and write\" it down"))
        .isEqualTo("It says \"[skill text, 35 bytes]\" it down");
  }

  @Test
  void a_strange_word_is_hidden_even_alone() {
    assertThat(texts.hide("the word is canary-77-zebra!")).doesNotContainIgnoringCase("zebra");
  }

  @Test
  void a_line_of_a_hundred_thousand_numbers_is_only_a_line() {
    String line = "1:".repeat(100_000) + "x";
    assertThat(texts.hide(line)).isEqualTo(line);
  }

  @Test
  void what_looks_encoded_is_hidden_once_looking_it_up_costs_too_much() {
    SkillTexts large = new SkillTexts(List.of("a b\n".repeat(1 << 20)), List.of(), List.of());
    String digest = "0123456789abcdef".repeat(4);
    String listing = (digest + "\n").repeat(1_000);
    assertThat(large.hide(listing)).startsWith(digest).endsWith("[skill text, 64 bytes]\n");
    assertThat(texts.hide(listing)).isEqualTo(listing);
  }

  @Test
  void base64_is_hidden() {
    String encoded =
        Base64.getMimeEncoder().encodeToString(DOCUMENT.getBytes(StandardCharsets.UTF_8));
    assertThat(texts.hide(encoded).replaceAll("\\[skill text, \\d+ bytes]", ""))
        .hasSizeLessThan(24);
  }

  @Test
  void lines_of_programs_are_hidden_but_not_what_they_print() {
    assertThat(texts.hide("def count(path):")).doesNotContain("count");
    assertThat(texts.hide("sheep: 12")).isEqualTo("sheep: 12");
  }

  @Test
  void what_the_task_says_stays() {
    SkillTexts knowing =
        new SkillTexts(
            List.of("Example:\nsheep found: 4 in 2 meadows today\n"),
            List.of(),
            List.of("sheep found: 4 in 2 meadows today"));
    assertThat(knowing.hide("sheep found: 4 in 2 meadows today"))
        .isEqualTo("sheep found: 4 in 2 meadows today");
  }
}
