package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.SkillName.Flaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkillNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "pdf-tools", "123", "straße", "会议纪要", "навык-1", "a1-b2-c3"})
  void accepts_lower_case_letters_of_any_script(String name) {
    assertThat(new SkillName(name).text()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "A", "a_b", "a b", "-a", "a-", "a--b", "../a", "a/b", "a\u200bb", "😀"})
  void refuses_everything_else(String name) {
    assertThatThrownBy(() -> new SkillName(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void counts_code_points_and_not_units() {
    String wide = "\ud835\udfce".repeat(64);
    assertThat(SkillName.flaws("a".repeat(64))).isEmpty();
    assertThat(SkillName.flaws("a".repeat(65))).containsExactly(Flaw.TOO_LONG);
    assertThat(new SkillName(wide).text()).isEqualTo("0".repeat(64));
  }

  @Test
  void compares_names_in_their_normal_form() {
    assertThat(new SkillName("cafe\u0301")).isEqualTo(new SkillName("caf\u00e9"));
    assertThat(new SkillName(" ｎｏｔｅｓ ").text()).isEqualTo("notes");
  }

  @Test
  void names_all_flaws_at_once() {
    assertThat(SkillName.flaws("-My  Skill"))
        .containsExactlyInAnyOrder(Flaw.UPPER_CASE, Flaw.HYPHEN_AT_EDGE, Flaw.FORBIDDEN_CHARACTER);
  }
}
