package dev.assay.validation.fulltest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.SkillName;
import dev.assay.skill.task.Activation;
import dev.assay.skill.task.Judgement;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ScoringPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestedTest {
  private static Tested tested(char letter, String model) {
    Tested.Outcome outcome =
        switch (letter) {
          case 'P' -> Tested.Outcome.PASSED;
          case 'F' -> Tested.Outcome.FAILED;
          default -> Tested.Outcome.INCONCLUSIVE;
        };
    String reason = letter == 'P' ? "" : "Because.";
    return new Tested(
        "sums",
        outcome,
        reason,
        Optional.empty(),
        List.of(),
        3,
        List.of(new Tested.Line(model, outcome, reason, Optional.empty())));
  }

  @ParameterizedTest(name = "{0}: {1} is {2}")
  @CsvSource({
    "all, P, PASSED",
    "all, F, FAILED",
    "all, PP, PASSED",
    "all, PF, FAILED",
    "all, PI, INCONCLUSIVE",
    "any, PF, PASSED",
    "any, FI, INCONCLUSIVE",
    "any, FF, FAILED",
    "majority, PPF, PASSED",
    "majority, PFI, INCONCLUSIVE",
    "majority, FFI, FAILED",
    "majority, PF, FAILED"
  })
  void a_skill_passes_with_as_many_executors_as_the_policy_asks_for(
      String policy, String letters, Tested.Outcome expected) {
    List<Tested> all = new ArrayList<>();
    for (char letter : letters.toCharArray()) {
      all.add(tested(letter, "model-" + (all.size() + 1)));
    }
    Tested both = Tested.of(ExecutorPolicy.of(policy), all);
    assertThat(both.outcome()).isEqualTo(expected);
    assertThat(both.executors()).hasSize(letters.length());
  }

  /// Two of three tasks were done well and with the skill: 71.7 with full marks for a quiet
  /// network, 66.7 without.
  @Test
  void nothing_is_given_for_attempts_that_nobody_recorded() {
    Tested recorded = tested(Optional.of("no route"));
    assertThat(recorded.outcome()).isEqualTo(Tested.Outcome.PASSED);
    assertThat(recorded.scores()).isPresent();
    Tested unseen = tested(Optional.empty());
    assertThat(unseen.outcome()).isEqualTo(Tested.Outcome.FAILED);
    assertThat(unseen.reason()).contains("66.7", "70 is needed");
    assertThat(unseen.scores()).isEmpty();
  }

  private static Tested tested(Optional<String> offlineProof) {
    List<Task> tasks = new ArrayList<>();
    List<Trial> trials = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      String id = "task-" + number;
      tasks.add(new Task(id, "Add.", List.of(), Optional.empty(), List.of(), List.of()));
      for (Trial.Phase phase : Trial.Phase.values()) {
        trials.add(trial(id, number < 3, phase, offlineProof));
      }
    }
    return Tested.of(
        "sums", ScoringPolicy.STANDARD, new TaskSet(tasks, List.of(), ""), new TrialList(trials));
  }

  private static Trial trial(
      String task, boolean well, Trial.Phase phase, Optional<String> offlineProof) {
    return new Trial(
        task,
        Trial.Arm.WITH,
        phase,
        1,
        new TaskRun(
            task,
            "answered",
            "",
            well
                ? List.of(new Activation(new SkillName("sums"), Activation.Use.LOADED, "turn 1"))
                : List.of(),
            List.of(),
            List.of(),
            Map.of(),
            phase == Trial.Phase.OFFLINE ? offlineProof : Optional.empty(),
            List.of(),
            List.of(),
            new TaskRun.Used(1, 1L, 1L, 1L, 1L, BigDecimal.ZERO, Optional.empty()),
            UUID.randomUUID(),
            List.of(),
            "",
            List.of(),
            List.of()),
        Optional.of(
            Grade.of(
                task,
                new Judgement("", List.of(), List.of(), well ? 4 : 3, ""),
                UUID.randomUUID())));
  }
}
