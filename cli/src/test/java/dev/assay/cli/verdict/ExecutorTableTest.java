package dev.assay.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.wire.Verdict;
import org.junit.jupiter.api.Test;

class ExecutorTableTest {
  private static Verdict result(String executors) {
    return SomeVerdict.of("{\"executor_policy\": \"any\", \"executors\": [" + executors + "]}");
  }

  private static final String ABLE =
      "{\"model\": \"able\", \"outcome\": \"passed\", \"scores\": {\"completion_score\": 100, \"trigger_score\": 100,"
          + " \"offline_score\": 90, \"overall\": 97.5, \"offline_completion\": 90, \"attempts\": 0,"
          + " \"offline_capable\": true, \"threshold\": 70, \"weights\": {\"completion\": 0.5,"
          + " \"trigger\": 0.35, \"offline\": 0.15}}, \"tasks\":"
          + " [{\"task\": \"task-1\", \"online\": 5, \"offline\": 4, \"used\": true}], \"cost\": 0.25}";
  private static final String AWAY =
      "{\"model\": \"away\\u001b[31m\", \"outcome\": \"inconclusive\", \"tasks\": [], \"cost\": 0}";

  @Test
  void several_executors_are_a_table_with_who_proved_it() {
    String text = ExecutorTable.of(result(ABLE + "," + AWAY));
    assertThat(text)
        .contains("able")
        .contains("97.5")
        .contains("0.25")
        .contains("inconclusive")
        .contains("Proved with able of 2 executors (any).")
        .doesNotContain("\u001b");
  }

  @Test
  void one_executor_needs_no_table() {
    assertThat(ExecutorTable.of(result(ABLE))).isEmpty();
    assertThat(ExecutorTable.of(result(""))).isEmpty();
  }
}
