package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.SandboxContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The local engine keeps the contract, as whoever runs the tests.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalEngineStoryTest extends SandboxContract {
  private TestEngine engine;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("contract");
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
  }

  @Override
  public SandboxEngine engine() {
    return engine.sandboxes();
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of("host");
  }

  @Override
  public Path scratch() {
    return engine.home().resolve("scratch");
  }

  /// What is being forked while others are cleared away is born standing; here it stands still by
  /// itself, a little later. Nothing else happens that would make the agent look again.
  @Test
  void what_stands_after_others_were_cleared_away_is_continued() {
    try (Sandbox sandbox = sandbox()) {
      String left =
          sandbox
              .run(Command.shell("sleep 4715 >/dev/null 2>&1 & echo $! $PPID"))
              .stdout()
              .text()
              .strip();
      CommandResult result =
          sandbox.run(
              Command.shell("kill -9 " + left + "; sleep 0.3; sh -c 'kill -STOP $$'; echo on")
                  .withTimeout(Duration.ofSeconds(30)));
      assertThat(result.outcome()).isEqualTo(new Outcome.Exited(0));
      assertThat(result.stdout().text()).isEqualTo("on\n");
    }
  }
}
