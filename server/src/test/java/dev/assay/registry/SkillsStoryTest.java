package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.TestClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SkillsStoryTest {
  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final Skills skills = new Skills(database.jdbc(), database.transactions(), clock);
  private final AtomicInteger kept = new AtomicInteger();

  @Test
  void a_skill_comes_back_as_it_was_uploaded() {
    Skill added = submit(bundle("count", "one")).skill();
    assertThat(skills.load(added.id()))
        .isEqualTo(
            new Skill(
                added.id(),
                1,
                Status.PENDING,
                bundle("count", "one"),
                "ada",
                "ada",
                clock.instant(),
                new Skill.Validated(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    Optional.empty(),
                    List.of()),
                Skill.Decided.NOTHING));
    assertThatThrownBy(() -> skills.load(UUID.randomUUID()))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SKILL_NOT_FOUND));
  }

  @Test
  void same_content_is_the_same_version_and_its_files_are_not_kept_again() {
    Skill first = submit(bundle("count", "one")).skill();
    assertThat(submit(bundle("count", "one"))).isEqualTo(new Submission.Known(first));
    assertThat(kept).hasValue(1);
  }

  @Test
  void other_content_waits_while_one_is_on_its_way_and_keeps_nothing() {
    submit(bundle("count", "one"));
    for (String status : List.of("pending", "validating")) {
      set(status);
      assertExists(bundle("count", "two"));
    }
    assertThat(kept).hasValue(1);
  }

  @Test
  void an_approved_or_rolled_back_skill_gets_a_new_version_beside_it() {
    submit(bundle("count", "one"));
    set("approved");
    Submission second = submit(bundle("count", "two"));
    assertThat(second).isInstanceOf(Submission.Added.class);
    assertThat(second.skill().version()).isEqualTo(2);
    set("rollback_pending");
    assertThat(submit(bundle("count", "three")).skill().version()).isEqualTo(3);
    assertThat(skills.list(Optional.empty(), 0, 10).skills())
        .extracting(Skill::version)
        .containsExactly(3, 2, 1);
  }

  @Test
  void a_rejected_skill_may_be_uploaded_again_as_it_was() {
    Skill first = submit(bundle("count", "one")).skill();
    set("rejected");
    clock.pass(Duration.ofHours(1));
    Submission again =
        skills.submit(bundle("count", "one"), new Actor("bob", "bob"), kept::incrementAndGet);
    assertThat(again).isInstanceOf(Submission.Reopened.class);
    assertThat(again.skill().id()).isEqualTo(first.id());
    assertThat(again.skill().status()).isEqualTo(Status.PENDING);
    assertThat(again.skill().uploadedBy()).isEqualTo("bob");
    assertThat(again.skill().uploadedAt()).isEqualTo(clock.instant());
  }

  @Test
  void a_rejected_skill_waits_too_while_another_version_is_on_its_way() {
    submit(bundle("count", "one"));
    set("rejected");
    submit(bundle("count", "two"));
    assertExists(bundle("count", "one"));
  }

  @Test
  void other_evals_replace_the_old_ones_but_not_during_a_validation() {
    submit(bundle("count", "one"));
    Bundle tested = withEvals(bundle("count", "one"), "evals");
    assertThat(submit(tested)).isInstanceOf(Submission.EvalsReplaced.class);
    assertThat(submit(tested)).isInstanceOf(Submission.Known.class);
    set("validating");
    assertExists(withEvals(bundle("count", "one"), "other evals"));
  }

  @Test
  void an_upload_whose_files_cannot_be_kept_is_not_written_down() {
    assertThatThrownBy(
            () ->
                skills.submit(
                    bundle("count", "one"),
                    new Actor("ada", "ada"),
                    () -> {
                      throw new IllegalStateException("full");
                    }))
        .hasMessage("full");
    assertThat(skills.list(Optional.empty(), 0, 10).total()).isZero();
  }

  @Test
  void a_list_is_cut_into_pages_and_filtered_by_status() {
    for (String name : List.of("c", "a", "b")) {
      submit(bundle(name, name));
    }
    SkillPage page = skills.list(Optional.of(Status.PENDING), 1, 2);
    assertThat(page.skills()).extracting(Skill::name).containsExactly("c");
    assertThat(page.total()).isEqualTo(3);
    assertThat(skills.list(Optional.of(Status.APPROVED), 0, 2).total()).isZero();
  }

  private Submission submit(Bundle bundle) {
    return skills.submit(bundle, new Actor("ada", "ada"), kept::incrementAndGet);
  }

  private void set(String status) {
    database
        .jdbc()
        .sql("update skill set status = ? where status in ('pending', 'validating')")
        .param(status)
        .update();
  }

  private void assertExists(Bundle bundle) {
    assertThatThrownBy(() -> submit(bundle))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SKILL_ALREADY_EXISTS));
  }

  private static Bundle bundle(String name, String content) {
    return Bundles.of(name, content);
  }

  private static Bundle withEvals(Bundle bundle, String content) {
    return new Bundle(
        bundle.manifest(),
        bundle.digest(),
        bundle.files(),
        Optional.of(Digest.of(content.getBytes(StandardCharsets.UTF_8))),
        bundle.dependencies(),
        bundle.evals(),
        bundle.findings());
  }

  @Test
  void pages_show_every_skill_once_in_every_order_also_where_times_are_the_same() {
    for (int i = 0; i < 25; i++) {
      skills.submit(Bundles.named("page-" + i), new Actor("ada", "ada"), () -> {});
    }
    for (SkillOrder order : SkillOrder.values()) {
      List<String> seen = new ArrayList<>();
      for (int page = 0; page < 5; page++) {
        skills
            .list(new SkillFilter(Optional.empty(), Optional.empty(), "", "page-"), order, page, 6)
            .skills()
            .forEach(skill -> seen.add(skill.name()));
      }
      assertThat(seen).as(order.word()).hasSize(25).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_skill_that_changes_keeps_its_place_in_the_list() {
    for (int i = 0; i < 12; i++) {
      skills.submit(Bundles.named("place-" + i), new Actor("ada", "ada"), () -> {});
    }
    SkillFilter filter = new SkillFilter(Optional.empty(), Optional.empty(), "place-");
    List<String> first = names(skills.list(filter, 0, 6));
    database
        .jdbc()
        .sql("update skill set stage = 'layer1', status = 'validating' where name like 'place-1%'")
        .update();
    database.jdbc().sql("update skill set scores = '{}' where name like 'place-%'").update();
    assertThat(names(skills.list(filter, 0, 6))).isEqualTo(first);
    assertThat(names(skills.list(filter, 1, 6))).doesNotContainAnyElementsOf(first);
  }

  @Test
  void text_is_looked_for_in_names_and_descriptions() {
    skills.submit(Bundles.named("needle"), new Actor("ada", "ada"), () -> {});
    skills.submit(Bundles.named("hay"), new Actor("ada", "ada"), () -> {});
    assertThat(names(skills.list(text("NEEDLE"), 0, 9))).containsExactly("needle");
    assertThat(names(skills.list(text("counts"), 0, 9))).containsExactly("hay", "needle");
    assertThat(names(skills.list(text("%"), 0, 9))).isEmpty();
  }

  private static SkillFilter text(String text) {
    return new SkillFilter(Optional.empty(), Optional.empty(), "", text);
  }

  private static List<String> names(SkillPage page) {
    return page.skills().stream().map(Skill::name).toList();
  }
}
