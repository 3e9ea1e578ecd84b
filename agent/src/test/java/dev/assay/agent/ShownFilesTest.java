package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.activation.ListedFolders;
import dev.assay.agent.work.JudgeView;
import dev.assay.agent.work.SkillTexts;
import dev.assay.skill.task.TaskFile;
import dev.assay.skill.transcript.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Names of files as models see them.
class ShownFilesTest {
  private static final String NAME = "a\u202Eb\n\u001B[2Jc.txt";
  private static final String SHOWN = "a<U+202E>b<U+000A><U+001B>[2Jc.txt";

  @Test
  void a_name_is_one_line_in_which_everything_can_be_seen() {
    Workplace place =
        new Workplace(
            () -> {
              throw new AssertionError("nobody asks for a sandbox");
            },
            new SkillList(List.of()),
            (folder, most) -> List.of(folder + "/" + NAME));

    assertThat(place.instructions())
        .contains("/workspace/uploads/" + SHOWN + "\n")
        .doesNotContain(NAME);
  }

  @Test
  void a_judge_sees_it_like_that_too() {
    JudgeView view =
        new JudgeView(new SkillTexts(List.of(), List.of(), List.of()), new ListedFolders(Set.of()));

    assertThat(
            view.of(
                new Transcript(List.of()),
                List.of(new TaskFile(NAME, "text".getBytes(StandardCharsets.UTF_8)))))
        .contains(new JudgeView.Piece("name of file produced 1", SHOWN));
  }
}
