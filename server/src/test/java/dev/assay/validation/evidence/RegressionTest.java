package dev.assay.validation.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The records of older versions can be read.
class RegressionTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String RUN =
      """
      {"task": "task-1", "ending": "answered", "answer": "6", "activations": [], "attempts": [],
       "destinations": [], "installs": [], "produced": [], "used": null,
       "transcript": "00000000-0000-0000-0000-000000000001"}
      """;
  private static final String GRADE =
      """
      {"task": "task-1", "judgement": {"analysis": "", "requirementsMet": [], "requirementsMissed": [],
       "score": %d, "reason": "so"}, "transcript": "00000000-0000-0000-0000-000000000002"}
      """;

  @Test
  void runs_and_grades_beside_each_other_become_trials() {
    String kept =
        """
        {"skill": "tides", "tasks": [{"task": "task-1", "fate": "BROKEN",
          "runs": [%s, %s, %s], "grades": [%s, %s, %s]}]}
        """
            .formatted(RUN, RUN, RUN, GRADE.formatted(1), GRADE.formatted(2), GRADE.formatted(5));
    Regression read = JSON.readValue(kept, Regression.class);

    assertThat(read.tasks().getFirst().trials())
        .extracting(Trial::arm, Trial::repeat, trial -> trial.score().orElseThrow())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Trial.Arm.WITH, 1, 1),
            org.assertj.core.groups.Tuple.tuple(Trial.Arm.WITH, 2, 2),
            org.assertj.core.groups.Tuple.tuple(Trial.Arm.WITHOUT, 1, 5));
    assertThat(read.tasks().getFirst().trials().getFirst().executor()).isEmpty();
    assertThat(read.sentences()).containsExactly("\"tides\" no longer does its task task-1.");
  }

  @Test
  void the_older_word_for_intact_is_known() {
    Regression read =
        JSON.readValue(
            "{\"skill\": \"tides\", \"tasks\": [{\"task\": \"t\", \"fate\": \"HELD\", \"runs\": [],"
                + " \"grades\": []}]}",
            Regression.class);
    assertThat(read.tasks().getFirst().fate()).isEqualTo(Regression.Fate.INTACT);
  }

  @Test
  void what_is_written_is_read_as_it_was() {
    Regression once =
        JSON.readValue(
            "{\"skill\": \"tides\", \"tasks\": [{\"task\": \"t\", \"fate\": \"INTACT\", \"runs\": ["
                + RUN
                + "], \"grades\": ["
                + GRADE.formatted(4)
                + "]}]}",
            Regression.class);
    assertThat(JSON.readValue(JSON.writeValueAsString(once), Regression.class)).isEqualTo(once);
  }
}
