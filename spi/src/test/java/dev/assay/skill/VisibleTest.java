package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VisibleTest {
  @Test
  void spells_out_what_would_act_instead_of_being_seen() {
    assertThat(Visible.line("\u001b[31m a\nb\tc \u202e \u200b \u0085 \ue000"))
        .isEqualTo("<U+001B>[31m a<U+000A>b c <U+202E> <U+200B> <U+0085> <U+E000>");
  }

  @Test
  void a_page_keeps_white_space_and_joiners_and_nothing_that_acts() {
    assertThat(Visible.page("a\n\tb \u200c\u200d \u202e\u001b\u2066\u200b"))
        .isEqualTo("a\n\tb \u200c\u200d <U+202E><U+001B><U+2066><U+200B>");
  }

  @Test
  void leaves_ordinary_text_of_any_script_alone() {
    assertThat(Visible.line("naïve 会议 שלום 😀 <b>")).isEqualTo("naïve 会议 שלום 😀 <b>");
  }

  @Test
  void keeps_the_lines_of_a_text_or_folds_them_into_one() {
    assertThat(Visible.text("one\r\ntwo\u001b\nthree", 8)).isEqualTo("one\ntwo…");
    assertThat(Visible.text("one\ntwo", 8)).isEqualTo("one\ntwo");
    assertThat(Visible.folded(" one\n\ttwo\u202e ", 20)).isEqualTo("one two<U+202E>");
  }

  @Test
  void cuts_between_characters() {
    assertThat(Visible.line("😀😀😀", 2)).isEqualTo("😀😀…");
    assertThat(Visible.line("😀😀", 2)).isEqualTo("😀😀");
  }

  @Test
  void a_digest_is_written_one_way_only() {
    Digest digest = Digest.of(new byte[0]);
    assertThat(Digest.parse(digest.toString())).isEqualTo(digest);
    assertThat(digest.toString()).startsWith("sha256:e3b0c442");
    assertThatThrownBy(() -> Digest.parse(digest.hex()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Digest.parse("sha256:../../etc"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_scan_cannot_refuse() {
    assertThatThrownBy(() -> new Finding("scan.x", Severity.ERROR, "m", "", 0, "", ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
