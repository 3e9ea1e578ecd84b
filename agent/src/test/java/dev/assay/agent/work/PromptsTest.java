package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The words of a prompt decide results; a change of them must be seen in a review.
class PromptsTest {
  @Test
  void every_prompt_is_as_it_was_agreed() throws IOException {
    String all =
        "== write 3 tasks\n"
            + Prompts.writeTasks(3)
            + "== judge\n"
            + Prompts.judge()
            + "== assess\n"
            + Prompts.assess()
            + "== report\n"
            + Prompts.report()
            + "== install\n"
            + Prompts.install();
    try (InputStream golden =
        PromptsTest.class.getResourceAsStream("/dev/assay/agent/wording.txt")) {
      assertThat(all)
          .isEqualTo(
              new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void prompts_are_short() {
    assertThat(Prompts.writeTasks(3)).hasSizeLessThan(2000);
    assertThat(Prompts.judge()).hasSizeLessThan(2000);
  }
}
