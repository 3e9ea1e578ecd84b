package dev.assay.validation.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.validation.proof.ProofDecision.Cause;
import dev.assay.validation.proof.ProofDecision.Question;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ProofRules.RequireLift;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ProofTest {
  private static final Negatives LEFT_ALONE = new Negatives(12, 0);

  @Test
  void six_good_pairs_with_a_large_lift_pass() {
    assertThat(decide(6, _ -> 1, _ -> 0)).isInstanceOf(ProofDecision.Passed.class);
  }

  @Test
  void a_clearly_bad_skill_fails_after_six() {
    ProofDecision.Failed failed = (ProofDecision.Failed) decide(6, _ -> 0, _ -> 0);
    assertThat(failed.causes())
        .containsExactly(Cause.COMPLETION_BELOW_FLOOR, Cause.SCORE_BELOW_LINE);
  }

  @Test
  void an_open_lift_asks_for_three_more_pairs_without_probes() {
    ProofDecision.Continue more = (ProofDecision.Continue) decide(6, _ -> 1, each -> each % 2);
    assertThat(more.more()).isEqualTo(3);
    assertThat(more.open()).containsExactly(Question.LIFT);
    assertThat(more.baseline()).isTrue();
    assertThat(more.probes()).isFalse();
    assertThat(more.stopped().causes()).containsExactly(Cause.LIFT_OPEN, Cause.BUDGET_EXHAUSTED);
  }

  @Test
  void no_lift_is_held_fails_or_warns_as_the_policy_says() {
    List<TaskObservation> same = tasks(24, _ -> 1, _ -> 1);
    assertThat(
            ((ProofDecision.Held) Proof.decide(rules(RequireLift.HOLD), same, LEFT_ALONE)).causes())
        .containsExactly(Cause.NO_LIFT);
    assertThat(
            ((ProofDecision.Failed) Proof.decide(rules(RequireLift.FAIL), same, LEFT_ALONE))
                .causes())
        .containsExactly(Cause.NO_LIFT);
    assertThat(
            ((ProofDecision.Passed) Proof.decide(rules(RequireLift.WARN), same, LEFT_ALONE))
                .warnings())
        .containsExactly(Cause.NO_LIFT);
  }

  @Test
  void what_is_open_at_the_last_look_is_held() {
    ProofDecision.Held held = (ProofDecision.Held) decide(24, each -> each % 7 < 3 ? 1 : 0, _ -> 0);
    assertThat(held.causes()).contains(Cause.FLOOR_OPEN);
    assertThat(held.standing().tasks()).isEqualTo(24);
  }

  @Test
  void a_second_round_of_negatives_is_tried_only_where_the_first_leaves_a_doubt() {
    assertThat(new Negatives(12, 1).more()).isZero();
    assertThat(new Negatives(12, 2).more()).isEqualTo(12);
    assertThat(new Negatives(12, 3).more()).isEqualTo(12);
    assertThat(new Negatives(12, 4).more()).isZero();
    assertThat(new Negatives(24, 5).more()).isZero();
  }

  @Test
  void more_than_a_quarter_of_the_negatives_grabbed_fails_and_more_than_a_fifth_is_held() {
    List<TaskObservation> good = tasks(6, _ -> 1, _ -> 0);
    assertThat(Proof.decide(ProofRules.STANDARD, good, new Negatives(24, 4)))
        .isInstanceOf(ProofDecision.Passed.class);
    ProofDecision.Held held =
        (ProofDecision.Held) Proof.decide(ProofRules.STANDARD, good, new Negatives(24, 5));
    assertThat(held.causes()).containsExactly(Cause.GRABS_PERHAPS);
    ProofDecision.Failed failed =
        (ProofDecision.Failed) Proof.decide(ProofRules.STANDARD, good, new Negatives(12, 4));
    assertThat(failed.causes()).containsExactly(Cause.GRABS_OTHER_TASKS);
  }

  @Test
  void nothing_passes_without_negatives() {
    ProofDecision.Held held =
        (ProofDecision.Held)
            Proof.decide(ProofRules.STANDARD, tasks(6, _ -> 1, _ -> 0), Negatives.NONE);
    assertThat(held.causes()).containsExactly(Cause.NEGATIVES_NOT_MEASURED);
  }

  @Test
  void quick_compares_points_and_asks_for_nothing_more() {
    ProofRules quick = new ProofRules(ProofLevel.QUICK, ScoringPolicy.STANDARD, RequireLift.HOLD);
    List<TaskObservation> seen =
        List.of(
            EstimationTest.quick("a", 1, true, 0),
            EstimationTest.quick("b", .25, true, 0),
            EstimationTest.quick("c", .25, true, 0));
    assertThat(Proof.decide(quick, seen, Negatives.NONE)).isInstanceOf(ProofDecision.Passed.class);
    List<TaskObservation> lower =
        List.of(seen.get(0), seen.get(1), EstimationTest.quick("c", 0, true, 0));
    assertThat(((ProofDecision.Failed) Proof.decide(quick, lower, Negatives.NONE)).causes())
        .containsExactly(Cause.COMPLETION_BELOW_FLOOR);
  }

  @Test
  void thorough_needs_its_forty_pairs() {
    ProofRules thorough =
        new ProofRules(ProofLevel.THOROUGH, ScoringPolicy.STANDARD, RequireLift.HOLD);
    assertThatThrownBy(() -> Proof.decide(thorough, tasks(39, _ -> 1, _ -> 0), LEFT_ALONE))
        .hasMessageContaining("at least 40 tasks, not 39");
    assertThat(Proof.decide(thorough, tasks(40, _ -> 1, _ -> 0), LEFT_ALONE))
        .isInstanceOf(ProofDecision.Passed.class);
  }

  private static ProofRules rules(RequireLift requireLift) {
    return new ProofRules(ProofLevel.STANDARD, ScoringPolicy.STANDARD, requireLift);
  }

  private static ProofDecision decide(
      int tasks, IntToDoubleFunction with, IntToDoubleFunction without) {
    return Proof.decide(ProofRules.STANDARD, tasks(tasks, with, without), LEFT_ALONE);
  }

  private static List<TaskObservation> tasks(
      int tasks, IntToDoubleFunction with, IntToDoubleFunction without) {
    return IntStream.range(0, tasks)
        .mapToObj(
            each ->
                EstimationTest.paired(
                    "task-" + each, with.applyAsDouble(each), without.applyAsDouble(each)))
        .toList();
  }
}
