package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.SkillName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskDraftsTest {
  private final TaskDrafts drafts =
      new TaskDrafts(
          List.of(), new BlindTaskCheck(new SkillName("count"), "Counts.", List.of()), 1, 1);

  @Test
  void a_plain_task_is_taken() {
    assertThat(drafts.read(json("Add up 1 and 2, please. \\ud83d\\ude00")).tasks()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800"})
  void a_task_that_could_not_be_saved_is_written_again(String escape) {
    assertThatThrownBy(() -> drafts.read(json("Add up 1 and 2, please. " + escape)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("task-1")
        .hasMessageContaining("no text");
  }

  private static String json(String prompt) {
    return """
    {"cannot": "", "tasks": [{"prompt": "%s", "criteria": ["It is 3."], "expected": "3",
      "expectations": [], "files": [], "checkers": []}]}
    """
        .formatted(prompt);
  }
}
