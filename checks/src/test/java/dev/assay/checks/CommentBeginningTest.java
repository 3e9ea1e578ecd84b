package dev.assay.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommentBeginningTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"What it is.", "Whether it is.", "How many.", "Those that are.", "So many."})
  void a_question_word_or_a_pronoun_is_refused(String text) {
    assertThat(CommentBeginning.refused("class A {\n  /// " + text + "\n  int a;\n}"))
        .containsExactly(12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The time left.",
        "Reads a file.",
        "Whatsit is a name.",
        "A count\n  /// that is not negative.\n  /// What follows is no beginning."
      })
  void a_noun_a_verb_and_further_lines_pass(String text) {
    assertThat(CommentBeginning.refused("class A {\n  /// " + text + "\n  int a;\n}")).isEmpty();
  }

  @Test
  void each_comment_is_looked_at_for_itself() {
    assertThat(
            CommentBeginning.refused(
                "/// Who.\nint a;\n/// A count.\nint b;\n\n/// Why.\nint c;\n"))
        .containsExactly(0, 37);
  }
}
