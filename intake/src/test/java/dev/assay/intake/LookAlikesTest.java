package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.SpoofChecker;
import dev.assay.intake.format.Skeleton;
import dev.assay.skill.Finding;
import dev.assay.skill.SkillName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookAlikesTest {
  private static final List<String> THERE =
      List.of("paint-mixer", "pace", "all", "word-count", "cafe", "日本語");

  private static Optional<Finding> found(String name) {
    assertThat(SkillName.flaws(name)).isEmpty();
    LookAlikes.Row row = new LookAlikes.Row();
    THERE.forEach(row::next);
    Optional<Finding> found = new LookAlikes().beside(name, THERE);
    assertThat(row.next(name)).isEqualTo(found);
    return found;
  }

  @ParameterizedTest
  @CsvSource({
    "p\u0430int-mixer, paint-mixer, U+0430 CYRILLIC SMALL LETTER A",
    "pa\u0131nt-mixer, paint-mixer, U+0131",
    "paint-rnixer, paint-mixer, looks like",
    "\u0440\u0430\u0441\u0435, pace, U+0440",
    "a1l, all, looks like",
    "a\u04cfl, all, U+04CF",
    "\u0461ord-c\u043eunt, word-count, U+043E",
    "日夲語, '', ''"
  })
  void a_name_that_looks_like_another_is_an_error_that_spells_it_out(
      String name, String other, String said) {
    Optional<Finding> found = found(name);
    if (other.isEmpty()) {
      assertThat(found).isEmpty();
      return;
    }
    assertThat(found).isPresent();
    assertThat(found.get().isError()).isTrue();
    assertThat(found.get().code()).isEqualTo("format.name-confusable");
    assertThat(found.get().message()).contains("\"" + other + "\"").contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"paint-m1xer", "pa1nt-mixer", "p4int-mix3r", "w0rd-count", "p4ce"})
  void digits_in_the_place_of_letters_are_a_warning(String name) {
    Optional<Finding> found = found(name);
    assertThat(found).isPresent();
    assertThat(found.get().isError()).isFalse();
    assertThat(found.get().code()).isEqualTo("format.name-like-another");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"paint-mixer", "paint-mixer-2", "café", "latté", "日本酒", "краска", "farbe", "face"})
  void other_names_and_the_same_one_stand_beside_each_other(String name) {
    assertThat(found(name)).isEmpty();
  }

  @Test
  void letters_that_are_blank_are_no_letters() {
    for (String blank : List.of("\u115f", "\u1160", "\u3164", "\uffa0")) {
      assertThat(SkillName.flaws("paint-mixer" + blank))
          .contains(SkillName.Flaw.FORBIDDEN_CHARACTER);
    }
  }

  @Test
  void names_in_ascii_look_as_the_tables_say() {
    SpoofChecker tables = new SpoofChecker.Builder().setChecks(SpoofChecker.CONFUSABLE).build();
    for (char letter : "abcdefghijklmnopqrstuvwxyz0123456789-".toCharArray()) {
      String name = String.valueOf(letter);
      assertThat(Skeleton.of(name)).isEqualTo(tables.getSkeleton(name));
    }
  }
}
