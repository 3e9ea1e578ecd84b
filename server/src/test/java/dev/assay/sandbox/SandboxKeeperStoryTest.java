package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestClock;
import dev.assay.TestDatabase;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SandboxKeeperStoryTest {
  private final TestClock clock = new TestClock();
  private final DatabaseLeases leases =
      new DatabaseLeases(
          new TestDatabase().jdbc(),
          clock,
          "one:/home",
          new LeaseTerms(Duration.ofMinutes(30), Duration.ofHours(6)));

  @Test
  void a_sandbox_is_in_use_as_long_as_a_command_runs_in_it() throws Exception {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "keeper");
    try (LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
        SandboxKeeper keeper = new SandboxKeeper(leases, engine);
        Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "keeper"))) {
      RunningCommand running = sandbox.start(Command.of("sleep", "4743"), OutputListener.silent());
      clock.pass(Duration.ofMinutes(31));
      assertThat(keeper.sweep().removed()).isEmpty();
      running.kill();
      running.await();
    }
    assertThat(leases.list()).isEmpty();
  }
}
