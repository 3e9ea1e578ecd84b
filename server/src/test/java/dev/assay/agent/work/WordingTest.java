package dev.assay.agent.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The words of a prompt decide results; a change of them must be seen in a review.
class WordingTest {
  @Test
  void every_prompt_is_as_it_was_agreed() throws IOException {
    String all =
        "== write 3 tasks\n"
            + Wording.writeTasks(3)
            + "== judge\n"
            + Wording.judge()
            + "== assess\n"
            + Wording.assess()
            + "== report\n"
            + Wording.report()
            + "== install\n"
            + Wording.install();
    try (InputStream golden =
        WordingTest.class.getResourceAsStream("/dev/assay/agent/wording.txt")) {
      assertThat(all)
          .isEqualTo(
              new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void prompts_are_short() {
    assertThat(Wording.writeTasks(3)).hasSizeLessThan(2000);
    assertThat(Wording.judge()).hasSizeLessThan(2000);
  }
}
