package dev.assay.validation.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.validation.settings.Weights;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScoringTest {
  private static TaskEvidence task(int judged, boolean activated, int attempts) {
    Set<String> places = new TreeSet<>();
    for (int i = 0; i < attempts; i++) {
      places.add("host-" + i + ":443");
    }
    return new TaskEvidence(
        "t", Optional.of(judged), Optional.of(activated), Optional.of(judged), Optional.of(places));
  }

  private static Score.Scored scored(ScoringPolicy policy, TaskEvidence... tasks) {
    return (Score.Scored) Scoring.score(policy, List.of(tasks));
  }

  @ParameterizedTest(name = "grades {0} {1} {2}, activated {3}, attempts {4}: {5} {6} {7} = {8}")
  @CsvSource({
    "5, 5, 5, 3, 0, 100.0, 100.0, 100.0, 100.0",
    "5, 5, 5, 0, 0, 100.0, 0.0, 100.0, 65.0",
    "5, 5, 5, 3, 1, 100.0, 100.0, 70.0, 95.5",
    "5, 5, 5, 3, 2, 100.0, 100.0, 70.0, 95.5",
    "5, 5, 5, 3, 3, 100.0, 100.0, 0.0, 85.0",
    "5, 5, 5, 3, 40, 100.0, 100.0, 0.0, 85.0",
    "4, 4, 3, 2, 0, 66.7, 66.7, 100.0, 71.7",
    "3, 3, 3, 3, 3, 50.0, 100.0, 0.0, 60.0",
    "5, 4, 4, 1, 0, 83.3, 33.3, 100.0, 68.3",
    "3, 3, 4, 3, 0, 58.3, 100.0, 100.0, 79.2",
  })
  void scores_follow_the_formula(
      int first,
      int second,
      int third,
      int activated,
      int attempts,
      String completion,
      String trigger,
      String offline,
      String overall) {
    Score.Scored score =
        scored(
            ScoringPolicy.STANDARD,
            task(first, activated > 0, attempts),
            task(second, activated > 1, 0),
            task(third, activated > 2, 0));
    assertThat(score.completion()).isEqualTo(new BigDecimal(completion));
    assertThat(score.trigger()).isEqualTo(new BigDecimal(trigger));
    assertThat(score.offline()).isEqualTo(new BigDecimal(offline));
    assertThat(score.overall()).isEqualTo(new BigDecimal(overall));
    assertThat(score.attempts()).isEqualTo(attempts);
  }

  @Test
  void rounding_happens_once_and_upwards_at_the_half() {
    // 1/8 of 100 is 12.5 exactly; 0.5 * 62.5 + 0.35 * 87.5 + 15 = 76.875
    List<TaskEvidence> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tasks.add(task(i % 2 == 0 ? 3 : 4, i != 0, 0));
    }
    Score.Scored score = (Score.Scored) Scoring.score(ScoringPolicy.STANDARD, tasks);
    assertThat(score.overall()).isEqualTo(new BigDecimal("76.9"));
  }

  private static ScoringPolicy policy(int threshold) {
    return new ScoringPolicy(
        new Weights(100, 0, 0),
        threshold,
        50,
        ScoringPolicy.Offline.REPORTED,
        ScoringPolicy.Undeclared.LENIENT,
        ScoringPolicy.Environment.SHARED);
  }

  @Test
  void what_is_shown_is_what_is_compared() {
    ScoringPolicy half = policy(67);
    assertThat(scored(half, task(4, true, 0), task(4, true, 0), task(3, true, 0)).passes())
        .as("66.7 is below 67")
        .isFalse();
    ScoringPolicy exact = policy(50);
    assertThat(scored(exact, task(3, true, 0)).passes()).isTrue();
  }

  @Test
  void the_same_place_counts_for_each_task_that_tries_it() {
    assertThat(
            scored(ScoringPolicy.STANDARD, task(5, true, 1), task(5, true, 1), task(5, true, 1))
                .offline())
        .isEqualTo(new BigDecimal("0.0"));
  }

  @Test
  void completion_below_the_floor_stops_even_when_nothing_else_is_known() {
    TaskEvidence bad =
        new TaskEvidence("t", Optional.of(2), Optional.empty(), Optional.empty(), Optional.empty());
    Score score = Scoring.score(ScoringPolicy.STANDARD, List.of(bad, bad, bad));
    assertThat(score)
        .isInstanceOfSatisfying(
            Score.Stopped.class,
            stopped -> assertThat(stopped.completion()).isEqualTo(new BigDecimal("25.0")));
    assertThat(Scoring.score(ScoringPolicy.STANDARD, List.of(task(3, true, 0))))
        .isInstanceOf(Score.Scored.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"judged", "activated", "judgedOffline", "attempts"})
  void what_was_not_measured_is_never_a_number(String missing) {
    TaskEvidence whole = task(5, true, 0);
    TaskEvidence broken =
        new TaskEvidence(
            "second",
            missing.equals("judged") ? Optional.empty() : whole.judged(),
            missing.equals("activated") ? Optional.empty() : whole.activated(),
            missing.equals("judgedOffline") ? Optional.empty() : whole.judgedOffline(),
            missing.equals("attempts") ? Optional.empty() : whole.attempts());
    assertThat(Scoring.score(ScoringPolicy.STANDARD, List.of(whole, broken)))
        .isInstanceOfSatisfying(
            Score.Missing.class, score -> assertThat(score.what()).contains("second"));
  }

  @Test
  void without_tasks_there_is_no_score() {
    assertThat(Scoring.score(ScoringPolicy.STANDARD, List.of())).isInstanceOf(Score.Missing.class);
    assertThat(Scoring.completion(List.of())).isEmpty();
  }

  @Test
  void offline_capable_needs_few_attempts_and_completed_tasks() {
    assertThat(scored(ScoringPolicy.STANDARD, task(3, true, 2)).offlineCapable()).isTrue();
    assertThat(scored(ScoringPolicy.STANDARD, task(5, true, 3)).offlineCapable()).isFalse();
    TaskEvidence failsOffline =
        new TaskEvidence(
            "t", Optional.of(5), Optional.of(true), Optional.of(2), Optional.of(Set.of()));
    assertThat(scored(ScoringPolicy.STANDARD, failsOffline).offlineCapable()).isFalse();
  }

  @Test
  void nonsense_is_refused() {
    assertThatThrownBy(() -> new Weights(50, 35, 14)).hasMessageContaining("99");
    assertThatThrownBy(() -> new Weights(150, -35, -15)).hasMessageContaining("negative");
    assertThatThrownBy(() -> task(6, true, 0)).hasMessageContaining("6");
    assertThatThrownBy(() -> task(0, true, 0)).hasMessageContaining("0");
    assertThatThrownBy(
            () ->
                new ScoringPolicy(
                    Weights.STANDARD,
                    101,
                    50,
                    ScoringPolicy.Offline.REPORTED,
                    ScoringPolicy.Undeclared.STRICT,
                    ScoringPolicy.Environment.SHARED))
        .hasMessageContaining("threshold");
  }
}
