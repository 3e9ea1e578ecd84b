package dev.assay.validation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testkit.trust.SkillTruth;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Seeded Monte Carlo simulations of the real rules. The figures are the same every time.
final class ProofErrorRatesTest {
  private static final int VALIDATIONS = 400;

  @ParameterizedTest
  @CsvSource({".6, 62", ".75, 62", ".9, 62", ".75, 78", ".9, 78"})
  void eight_points_from_the_line_a_verdict_is_rarely_wrong(double choice, double score) {
    SkillTruth truth = new SkillTruth(.5, .1, choice, .03, 0).scoring(score, SimulatedProof.JUDGE);
    SimulatedProof.Shares shares = SimulatedProof.measure(truth, VALIDATIONS);
    double wrong = score < 70 ? shares.passed() : shares.failed();
    assertThat(wrong).isLessThanOrEqualTo(.05);
    assertThat(shares.contradiction()).isLessThanOrEqualTo(.07);
    assertThat(shares.held()).isLessThan(.3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {.5, .7, .85, .95})
  void a_skill_that_adds_nothing_rarely_passes(double alone) {
    SkillTruth useless = new SkillTruth(alone, alone, .95, .03, 0);
    assertThat(SimulatedProof.measure(useless, VALIDATIONS).passed()).isLessThanOrEqualTo(.055);
  }

  @ParameterizedTest
  @CsvSource({".86, .5", ".95, .6"})
  void a_lift_of_three_tenths_passes(double success, double alone) {
    SkillTruth useful = new SkillTruth(success, alone, .95, .03, 0);
    assertThat(useful.lift(SimulatedProof.JUDGE)).isLessThan(.32);
    SimulatedProof.Shares shares = SimulatedProof.measure(useful, VALIDATIONS);
    assertThat(shares.passed()).isGreaterThanOrEqualTo(.75);
    assertThat(shares.failed()).isLessThan(.02);
  }

  @Test
  void a_skill_that_grabs_other_tasks_never_passes() {
    SkillTruth grabber = new SkillTruth(.95, .3, .95, .9, 0);
    assertThat(SimulatedProof.measure(grabber, VALIDATIONS).passed()).isZero();
    SkillTruth sometimes = new SkillTruth(.95, .3, .95, .4, 0);
    assertThat(SimulatedProof.measure(sometimes, VALIDATIONS).passed()).isLessThan(.06);
    SkillTruth seldom = new SkillTruth(.95, .3, .95, .05, 0);
    assertThat(SimulatedProof.measure(seldom, VALIDATIONS).passed()).isGreaterThan(.9);
  }

  @Test
  void a_clear_case_takes_less_than_a_hundred_calls() {
    SimulatedProof.Shares good =
        SimulatedProof.measure(new SkillTruth(.98, .1, .98, .02, 0), VALIDATIONS);
    assertThat(good.passed()).isGreaterThan(.99);
    assertThat(good.calls()).isLessThan(100);
  }

  @ParameterizedTest
  @CsvSource({"3, .3", "3, .99", "6, .5", "6, .95", "12, .7", "24, .5", "24, .95"})
  void intervals_contain_the_truth_about_as_often_as_they_promise(int tasks, double success) {
    SkillTruth truth = new SkillTruth(success, .1, .9, 0, 0);
    ProofRules fixed = ProofRules.STANDARD;
    List<Standing> standings =
        LongStream.range(0, 600)
            .mapToObj(seed -> FixedProof.standing(fixed, truth, tasks, seed))
            .toList();
    double score = truth.score(SimulatedProof.JUDGE);
    double lift = truth.lift(SimulatedProof.JUDGE);
    assertThat(covered(standings, each -> each.score().interval().contains(score)))
        .isGreaterThan(.87);
    assertThat(covered(standings, each -> each.lift().orElseThrow().interval().contains(lift)))
        .isGreaterThan(.85);
  }

  @ParameterizedTest
  @CsvSource({".6, 62", ".75, 70", ".9, 86"})
  void the_interval_of_three_tasks_is_honest(double choice, double score) {
    SkillTruth truth = new SkillTruth(.5, .1, choice, 0, 0).scoring(score, SimulatedProof.JUDGE);
    ProofRules quick =
        new ProofRules(ProofLevel.QUICK, ProofRules.STANDARD.policy(), ProofRules.RequireLift.HOLD);
    List<Standing> standings =
        LongStream.range(0, 600)
            .mapToObj(seed -> SimulatedProof.run(quick, truth, seed))
            .map(ended -> ((ProofDecision) ended.verdict()).standing())
            .toList();
    assertThat(covered(standings, each -> each.score().interval().contains(score)))
        .isGreaterThan(.88);
  }

  private static double covered(
      List<Standing> standings, java.util.function.Predicate<Standing> contains) {
    return standings.stream().filter(contains).count() / (double) standings.size();
  }
}
