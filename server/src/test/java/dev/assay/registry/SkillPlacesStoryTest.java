package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.images.Candidate;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Which skills may be used on another engine than the one they were admitted on.
class SkillPlacesStoryTest {
  private static final EngineTests.Ground HERE = ground("daytona", "base-1", "https://one.example");

  private final ReviewDesk desk = new ReviewDesk();
  private final EngineTests tests = new EngineTests(desk.database.jdbc(), desk.clock);

  private static EngineTests.Ground ground(String engine, String base, String place) {
    return new EngineTests.Ground(SandboxImage.of(engine, base), place);
  }

  /// In use without any package.
  private Skill plain(String name) {
    Skill skill = desk.passed(name, "one");
    Candidate candidate =
        new Candidate(
            desk.images.current().number(),
            SandboxImage.of("host").plus(name),
            Map.of(),
            Map.of(),
            Optional.empty(),
            7,
            skill.validated().run());
    desk.decisions.admit(desk.decisions.approvable(skill.id(), ReviewDesk.yes()), candidate);
    return desk.skills.load(skill.id());
  }

  private void tested(Skill skill, EngineTests.Ground ground, String outcome, boolean rehearsal) {
    tests.keep(
        new EngineTests.Found(
            skill.id(),
            ground,
            outcome,
            outcome.equals(EngineTests.PASSED) ? "" : "It has to do more.",
            false,
            List.of("The limit FILES was not enforced."),
            rehearsal,
            UUID.randomUUID(),
            tests.now()));
  }

  private SkillPlaces.Usable on(EngineTests.Ground ground, Skill... skills) {
    return SkillPlaces.elsewhere(desk.images, tests, () -> ground).usable(List.of(skills));
  }

  @Test
  void only_what_passed_on_the_same_engine_base_and_provider_is_used_there() {
    Skill skill = plain("count-words");
    assertThat(on(HERE, skill).skills()).isEmpty();
    assertThat(on(HERE, skill).refused().get("count-words"))
        .contains("base-1", "assay full-test --engine daytona");

    tested(skill, HERE, "passed", false);
    assertThat(on(HERE, skill).skills()).containsExactly(skill);
    assertThat(on(HERE, skill).refused()).isEmpty();
    assertThat(on(ground("e2b", "base-1", "https://one.example"), skill).skills()).isEmpty();
    assertThat(on(ground("daytona", "base-2", "https://one.example"), skill).skills()).isEmpty();
    assertThat(on(ground("daytona", "base-1", "https://two.example"), skill).skills()).isEmpty();
    assertThat(tests.of(skill.id()))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.ground()).isEqualTo(HERE);
              assertThat(found.unenforced()).containsExactly("The limit FILES was not enforced.");
            });
  }

  @Test
  void the_last_test_counts_and_another_version_has_none() {
    Skill skill = plain("count-lines");
    tested(skill, HERE, "passed", false);
    tested(skill, HERE, "failed", false);
    assertThat(on(HERE, skill).refused().get("count-lines"))
        .contains("failed", "It has to do more.");
    tested(skill, HERE, "inconclusive", false);
    assertThat(on(HERE, skill).skills()).isEmpty();
    tested(skill, HERE, "passed", false);
    assertThat(on(HERE, skill).skills()).hasSize(1);

    Skill newer = desk.passed("count-lines", "two");
    assertThat(on(HERE, newer).skills()).isEmpty();
  }

  @Test
  void what_rules_did_does_not_count_for_what_a_model_proved() {
    Skill skill = plain("count-pages");
    tested(skill, HERE, "passed", true);
    assertThat(on(HERE, skill).refused().get("count-pages")).contains("only rules", "run `assay");
  }

  @Test
  void a_skill_with_packages_is_refused_whatever_a_test_says() {
    Skill skill = desk.passed("weigh-fruit", "one");
    desk.approve(skill);
    Skill approved = desk.skills.load(skill.id());
    tested(approved, HERE, "passed", false);
    assertThat(on(HERE, approved).refused().get("weigh-fruit")).contains("needs packages");
    assertThat(SkillPlaces.ofAdmission(desk.images).usable(List.of(approved)).skills())
        .containsExactly(approved);
  }

  @Test
  void what_is_known_about_a_skill_goes_with_it() {
    Skill skill = plain("count-birds");
    tested(skill, HERE, "passed", false);
    desk.database.jdbc().sql("delete from runtime_image_skill").update();
    desk.database.jdbc().sql("delete from skill where id = ?").param(skill.id()).update();
    assertThat(tests.of(skill.id())).isEmpty();
    tested(skill, HERE, "passed", false);
    assertThat(tests.of(skill.id())).isEmpty();
  }
}
