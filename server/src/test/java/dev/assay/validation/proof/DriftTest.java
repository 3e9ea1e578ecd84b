package dev.assay.validation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static List<Drift.Attempt> attempts(String model, String run, int done, int tries) {
    List<Drift.Attempt> attempts = new ArrayList<>();
    for (int number = 0; number < tries; number++) {
      attempts.add(new Drift.Attempt(model, run, number < done));
    }
    return attempts;
  }

  private static List<Drift.Attempt> all(List<Drift.Attempt> one, List<Drift.Attempt> other) {
    List<Drift.Attempt> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  @Test
  void a_skill_that_completes_less_since_the_model_changed_is_named_with_the_chance() {
    Drift drift =
        Drift.find(all(attempts("old", "1", 20, 20), attempts("new", "2", 7, 10))).orElseThrow();
    assertThat(drift.words())
        .startsWith(
            "It completes 30 % less since the model changed from old to new: 7 of 10 tries, before 20 of 20");
  }

  @Test
  void a_run_that_is_much_worse_with_the_same_model_is_named() {
    assertThat(Drift.find(all(attempts("same", "1", 18, 20), attempts("same", "2", 2, 10))))
        .isPresent();
  }

  @Test
  void the_last_conversations_are_compared_with_those_before_and_chance_is_given_less_room() {
    List<Drift.Attempt> good = attempts("same", "any", 38, 40);
    assertThat(Drift.findInUse(all(good, attempts("same", "other", 10, 20))).orElseThrow().words())
        .contains("in its last 20 conversations, with the same model")
        .contains("10 of 20");
    assertThat(Drift.findInUse(all(good, attempts("same", "other", 15, 20)))).isEmpty();
    assertThat(Drift.findInUse(all(good, attempts("new", "other", 3, 10))).orElseThrow().words())
        .contains("since the model changed from same to new");
    assertThat(Drift.findInUse(List.of())).isEmpty();
  }

  @Test
  void chance_few_tries_or_a_better_model_are_no_drift() {
    assertThat(Drift.find(List.of())).isEmpty();
    assertThat(Drift.find(all(attempts("old", "1", 19, 20), attempts("new", "2", 8, 10))))
        .isEmpty();
    assertThat(Drift.find(all(attempts("old", "1", 20, 20), attempts("new", "2", 0, 4)))).isEmpty();
    assertThat(Drift.find(all(attempts("old", "1", 5, 20), attempts("new", "2", 10, 10))))
        .isEmpty();
  }
}
