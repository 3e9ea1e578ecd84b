package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.images.Images;
import dev.assay.registry.Actor;
import dev.assay.registry.Bundles;
import dev.assay.registry.SkillPlaces;
import dev.assay.registry.Skills;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// More skills than an agent can be offered at a time.
class SelectionStoryTest {
  private static final int ALL = 260;
  private static final TestDatabase DATABASE = new TestDatabase();
  private static final Skills SKILLS =
      new Skills(DATABASE.jdbc(), DATABASE.transactions(), Clock.systemUTC());

  private final Selection selection =
      new Selection(
          SKILLS,
          SkillPlaces.ofAdmission(
              new Images(DATABASE.jdbc(), DATABASE.transactions(), Clock.systemUTC())));

  @BeforeAll
  static void fill() {
    DATABASE
        .transactions()
        .executeWithoutResult(
            transaction -> {
              for (int i = 0; i < ALL - 3; i++) {
                admit(
                    "form-%03d".formatted(i),
                    "Fills in form number %d of the authorities.".formatted(i));
              }
              admit("zz-almanac", "Tells when the tide is high or low in a harbour.");
              admit("zz-kettle", "Explains how to repair kettles.");
              admit("zz-zhang", "统计销售表格中的金额并汇总。");
            });
    DATABASE.jdbc().sql("update skill set status = 'approved'").update();
  }

  private static void admit(String name, String description) {
    SKILLS.submit(Bundles.described(name, description), new Actor("ada", "ada"), () -> {});
  }

  private static List<String> names(Selection.Chosen chosen) {
    return chosen.skills().stream().map(skill -> skill.name()).toList();
  }

  @Test
  void those_that_fit_the_message_are_offered_wherever_they_stand_in_the_list() {
    Selection.Chosen chosen = selection.of(Question.of("When is high tide today?"), List.of());
    assertThat(names(chosen))
        .hasSize(Selection.MOST)
        .contains("zz-almanac")
        .doesNotContain("zz-kettle")
        .isSorted();
    assertThat(chosen.approved()).hasSize(ALL);
    assertThat(chosen.notices()).singleElement().asString().contains("260").contains("name others");
    assertThat(names(selection.of(Question.of("请汇总这个月的销售金额"), List.of()))).contains("zz-zhang");
  }

  @Test
  void what_was_said_and_used_lately_still_counts() {
    Turn asked = turn("When is high tide?", List.of());
    Selection.Chosen chosen = selection.of(Question.of("And tomorrow?"), List.of(asked));
    assertThat(names(chosen)).contains("zz-almanac");
    assertThat(chosen.notices()).isEmpty();

    Turn used = turn("Hello", List.of(new Turn.Choice("zz-kettle", UUID.randomUUID(), 1)));
    Turn gone = turn("Hm", List.of(new Turn.Choice("withdrawn", UUID.randomUUID(), 1)));
    assertThat(names(selection.of(Question.of("Fill in a form."), List.of(used, gone))))
        .hasSize(Selection.MOST)
        .contains("zz-kettle")
        .doesNotContain("withdrawn");
  }

  @Test
  void any_of_them_can_be_named() {
    Question question =
        new Question(
            "Go on.",
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of("zz-kettle", "form-001")));
    assertThat(names(selection.of(question, List.of()))).containsExactly("zz-kettle", "form-001");
  }

  private static Turn turn(String message, List<Turn.Choice> used) {
    return new Turn(
        UUID.randomUUID(),
        UUID.randomUUID(),
        1,
        message,
        Turn.State.ANSWERED,
        new Turn.Answerer("tiny", false),
        used,
        used,
        new Turn.Spending(Usage.NONE, BigDecimal.ZERO),
        Optional.empty(),
        Instant.now(),
        Optional.empty());
  }
}
