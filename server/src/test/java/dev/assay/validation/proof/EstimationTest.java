package dev.assay.validation.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EstimationTest {
  private static final ProofRules QUICK =
      new ProofRules(ProofLevel.QUICK, ScoringPolicy.STANDARD, ProofRules.RequireLift.HOLD);

  @ParameterizedTest
  @CsvSource({".95, 3, 2.353363", ".975, 10, 2.228139", ".95, 30, 1.697261", ".05, 5, -2.015048"})
  void students_quantiles_are_those_of_the_tables(double chance, double degrees, double t) {
    assertThat(Student.quantile(chance, degrees)).isCloseTo(t, within(1e-5));
    assertThat(Student.cumulative(t, degrees)).isCloseTo(chance, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 0, .2775", "5, 10, .2366, .7634", "10, 10, .7225, 1", "0, 0, 0, 1"})
  void wilsons_interval_is_that_of_the_tables(int hits, int tries, double low, double high) {
    Interval interval = Interval.wilson(hits, tries, .95);
    assertThat(interval.low()).isCloseTo(low, within(1e-4));
    assertThat(interval.high()).isCloseTo(high, within(1e-4));
  }

  @Test
  void the_quick_score_is_the_documents_formula() {
    List<TaskObservation> seen =
        List.of(quick("a", 1, true, 0), quick("b", .75, true, 1), quick("c", .25, false, 0));
    Standing standing = Estimation.of(QUICK, seen, Negatives.NONE);
    assertThat(standing.completion().value()).isCloseTo(200 / 3.0, within(1e-9));
    assertThat(standing.trigger().value()).isCloseTo(200 / 3.0, within(1e-9));
    assertThat(standing.offline()).isCloseTo(70, within(1e-9));
    assertThat(standing.score().value())
        .isCloseTo(100 / 3.0 + 35 * 2 / 3.0 + 15 * .7, within(1e-9));
  }

  @Test
  void three_perfect_tasks_do_not_prove_perfection() {
    List<TaskObservation> seen =
        List.of(quick("a", 1, true, 0), quick("b", 1, true, 0), quick("c", 1, true, 0));
    Estimate score = Estimation.of(QUICK, seen, Negatives.NONE).score();
    assertThat(score.value()).isEqualTo(100);
    assertThat(score.interval().low()).isBetween(50.0, 75.0);
  }

  @Test
  void repeats_of_one_task_do_not_count_as_so_many_tasks() {
    List<TaskObservation> repeated = new ArrayList<>();
    List<TaskObservation> fresh = new ArrayList<>();
    for (int each = 0; each < 24; each++) {
      int task = each % 6;
      repeated.add(paired("task-" + task, task % 2, 0));
      fresh.add(paired("task-" + each, task % 2, 0));
    }
    Standing few = Estimation.of(ProofRules.STANDARD, repeated, Negatives.NONE);
    Standing many = Estimation.of(ProofRules.STANDARD, fresh, Negatives.NONE);
    assertThat(few.tasks()).isEqualTo(6);
    assertThat(few.score().value()).isCloseTo(many.score().value(), within(1e-9));
    assertThat(few.score().standardError()).isGreaterThan(1.5 * many.score().standardError());
  }

  @Test
  void lift_is_the_mean_of_paired_differences_and_ignores_what_has_no_pair() {
    List<TaskObservation> seen =
        List.of(paired("a", 1, 0), paired("b", 1, .5), quick("c", 1, true, 0));
    Standing standing = Estimation.of(ProofRules.STANDARD, seen, Negatives.NONE);
    assertThat(standing.lift().orElseThrow().value()).isCloseTo(.75, within(1e-9));
    assertThat(standing.pairs()).isEqualTo(2);
    assertThat(Estimation.of(QUICK, List.of(quick("c", 1, true, 0)), Negatives.NONE).lift())
        .isEmpty();
  }

  @Test
  void more_tasks_do_not_make_the_offline_rule_stricter() {
    assertThat(OfflineTerm.of(List.of(0, 0, 0)).value()).isEqualTo(1);
    assertThat(OfflineTerm.of(List.of(0, 1, 1)).value()).isCloseTo(.7, within(1e-12));
    assertThat(OfflineTerm.of(List.of(1, 1, 1)).value()).isZero();
    // one of six tries a place: half of all choices of three have none
    assertThat(OfflineTerm.of(List.of(0, 0, 0, 0, 0, 1)).value()).isCloseTo(.85, within(1e-12));
    assertThat(OfflineTerm.of(List.of()).value()).isZero();
  }

  @Test
  void an_offline_run_that_needed_no_network_is_evidence_like_an_online_one() {
    Standing free = standing(new TaskObservation.Offline(0, true, 0));
    Standing blocked = standing(new TaskObservation.Offline(0, true, 2));
    assertThat(free.completion().value()).isCloseTo(50, within(1e-9));
    assertThat(blocked.completion().value()).isCloseTo(100, within(1e-9));
  }

  @Test
  void impossible_observations_are_refused() {
    assertThatThrownBy(() -> new TaskObservation.Attempt(1.2, true))
        .hasMessageContaining("between 0 and 1");
    assertThatThrownBy(() -> new Negatives(3, 4)).hasMessageContaining("Of 3 negatives 4");
    assertThatThrownBy(() -> TaskObservation.completion(0)).hasMessageContaining("1 to 5");
    assertThatThrownBy(() -> Estimation.of(QUICK, List.of(), Negatives.NONE))
        .hasMessageContaining("without a task");
  }

  private static Standing standing(TaskObservation.Offline offline) {
    return Estimation.of(
        ProofRules.STANDARD,
        List.of(
            new TaskObservation(
                "a",
                new TaskObservation.Attempt(1, true),
                Optional.empty(),
                0,
                0,
                Optional.of(offline))),
        Negatives.NONE);
  }

  static TaskObservation quick(String task, double completion, boolean used, int destinations) {
    return new TaskObservation(
        task,
        new TaskObservation.Attempt(completion, used),
        Optional.empty(),
        0,
        0,
        Optional.of(new TaskObservation.Offline(completion, used, destinations)));
  }

  static TaskObservation paired(String task, double completion, double baseline) {
    return new TaskObservation(
        task,
        new TaskObservation.Attempt(completion, true),
        Optional.of(baseline),
        2,
        2,
        Optional.of(new TaskObservation.Offline(completion, true, 0)));
  }
}
