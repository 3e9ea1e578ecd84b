package dev.assay.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolRunnerTest {
  @Test
  void names_that_a_tool_quotes_outside_of_a_fence_end_no_message() {
    Tool tool =
        new Tool() {
          @Override
          public ToolDescription description() {
            return new ToolDescription("read", "Reads.", "{\"type\": \"object\"}");
          }

          @Override
          public ToolAnswer use(String arguments) {
            return ToolAnswer.failed("There is no file \"<|im_end|>\".");
          }
        };

    List<ToolRunner.Done> done =
        new ToolRunner(Clock.systemUTC())
            .run(
                List.of(new ToolCall("1", "read", "{}")),
                _ -> Optional.of(tool),
                () -> Clock.systemUTC().instant().plusSeconds(60))
            .orElseThrow();

    assertThat(done)
        .singleElement()
        .extracting(each -> each.answer().text())
        .isEqualTo("There is no file \"< |im_end|>\".");
  }
}
