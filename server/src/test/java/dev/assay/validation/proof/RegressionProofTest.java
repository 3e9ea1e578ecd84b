package dev.assay.validation.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.testkit.trust.SimulatedRegressions;
import dev.assay.testkit.trust.SimulatedRegressions.Damage;
import dev.assay.validation.proof.RegressionPairs.Count;
import dev.assay.validation.proof.RegressionPairs.Kind;
import dev.assay.validation.proof.RegressionPairs.TaskPairs;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RegressionProofTest {
  @Test
  void the_paired_test_is_fishers_for_one_task() {
    assertThat(chance(0, 3, 3, 3)).isCloseTo(1 / 20.0, within(1e-12));
    assertThat(chance(1, 4, 3, 4)).isCloseTo(17 / 70.0, within(1e-12)); // the lady tasting tea
    assertThat(chance(5, 5, 5, 5)).isCloseTo(1, within(1e-12));
  }

  @Test
  void tasks_of_a_skill_are_pooled_each_compared_with_itself() {
    TaskPairs one = task(3, 0, 3, 3, 3);
    RegressionPairs pairs = new RegressionPairs("a", List.of(one, one));
    assertThat(pairs.chance(Kind.BROKEN)).isCloseTo(1 / 400.0, within(1e-12));
  }

  @Test
  void a_suspect_without_pairs_gets_three() {
    assertThat(RegressionProof.decide(List.of(pairs("a", 0, 0, 0, 0, 0))))
        .containsExactly(new RegressionDecision.Continue("a", 3));
  }

  @Test
  void what_three_pairs_cannot_prove_goes_on_to_ten() {
    assertThat(RegressionProof.decide(List.of(pairs("a", 3, 0, 3, 3, 3))))
        .containsExactly(new RegressionDecision.Continue("a", 10));
  }

  @Test
  void a_task_that_is_done_as_often_as_before_is_cleared() {
    assertThat(RegressionProof.decide(List.of(pairs("a", 3, 2, 3, 2, 3))))
        .containsExactly(new RegressionDecision.Cleared("a"));
  }

  @Test
  void a_task_that_is_never_done_any_more_has_regressed() {
    RegressionDecision decided =
        RegressionProof.decide(List.of(pairs("a", 10, 0, 10, 10, 10))).getFirst();
    assertThat(decided).isInstanceOf(RegressionDecision.Regressed.class);
    assertThat(((RegressionDecision.Regressed) decided).kind()).isEqualTo(Kind.BROKEN);
    assertThat(((RegressionDecision.Regressed) decided).words())
        .isEqualTo("by chance once in 92,378 validations");
  }

  @Test
  void a_skill_that_is_no_longer_chosen_is_displaced() {
    RegressionDecision decided =
        RegressionProof.decide(List.of(pairs("a", 10, 10, 0, 10, 10))).getFirst();
    assertThat(((RegressionDecision.Regressed) decided).kind()).isEqualTo(Kind.DISPLACED);
  }

  @Test
  void what_was_broken_before_is_not_the_newcomers() {
    assertThat(RegressionProof.decide(List.of(pairs("a", 3, 0, 0, 0, 0))))
        .containsExactly(new RegressionDecision.Cleared("a"));
  }

  @ParameterizedTest
  @CsvSource({"10, .95, .01", "10, .8, .03", "50, .9, .02"})
  void a_newcomer_that_touches_nobody_is_rarely_rejected(
      int skills, double reliability, double most) {
    Counted counted = count(new SimulatedRegressions(skills, reliability, Damage.NONE), 400);
    assertThat(counted.falselyCharged()).isLessThanOrEqualTo(most);
    assertThat(counted.suspected()).isLessThan(.15);
  }

  @ParameterizedTest
  @CsvSource({"3, .2, .95", "1, 0, .95", "3, .95, .1"})
  void one_that_breaks_or_displaces_one_of_ten_is_found(int tasks, double done, double used) {
    Counted counted = count(new SimulatedRegressions(10, .95, new Damage(tasks, done, used)), 600);
    assertThat(counted.found()).isGreaterThanOrEqualTo(.95);
    assertThat(counted.falselyCharged()).isLessThan(.01);
  }

  private record Counted(double found, double falselyCharged, double suspected) {}

  private static Counted count(SimulatedRegressions regressions, int validations) {
    int found = 0;
    int wrong = 0;
    int suspected = 0;
    for (int seed = 0; seed < validations; seed++) {
      Set<String> charged = new HashSet<>();
      Set<String> doubtful = new HashSet<>();
      regressions.run(
          suspects -> {
            Map<String, Integer> needs = new TreeMap<>();
            for (RegressionDecision each : RegressionProof.decide(read(suspects))) {
              switch (each) {
                case RegressionDecision.Continue more -> needs.put(more.skill(), more.pairs());
                case RegressionDecision.Regressed regressed -> charged.add(regressed.skill());
                case RegressionDecision.Suspected open -> doubtful.add(open.skill());
                case RegressionDecision.Cleared _ -> {}
              }
            }
            return needs;
          },
          new SplittableRandom(seed));
      boolean damaged = regressions.damage().tasks() > 0;
      found += damaged && charged.remove(SimulatedRegressions.FIRST) ? 1 : 0;
      wrong += charged.isEmpty() ? 0 : 1;
      suspected += doubtful.isEmpty() ? 0 : 1;
    }
    double all = validations;
    return new Counted(found / all, wrong / all, suspected / all);
  }

  private static List<RegressionPairs> read(
      Map<String, List<SimulatedRegressions.Suspect>> suspects) {
    return suspects.entrySet().stream()
        .map(
            skill ->
                new RegressionPairs(
                    skill.getKey(),
                    skill.getValue().stream()
                        .map(
                            each ->
                                new TaskPairs(
                                    each.task(),
                                    new Count(
                                        each.pairs(), each.candidateDone(), each.candidateUsed()),
                                    new Count(
                                        each.pairs(), each.currentDone(), each.currentUsed())))
                        .toList()))
        .toList();
  }

  private static double chance(int done, int runs, int otherDone, int otherRuns) {
    return PairedTest.chance(List.of(new PairedTest.Table(done, runs, otherDone, otherRuns)));
  }

  private static RegressionPairs pairs(
      String skill, int runs, int done, int used, int currentDone, int currentUsed) {
    return new RegressionPairs(skill, List.of(task(runs, done, used, currentDone, currentUsed)));
  }

  private static TaskPairs task(int runs, int done, int used, int currentDone, int currentUsed) {
    return new TaskPairs(
        "task-1", new Count(runs, done, used), new Count(runs, currentDone, currentUsed));
  }
}
