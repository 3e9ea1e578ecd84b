package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.testkit.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SandboxKeeperStoryTest {
  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final DatabaseLeases leases = leasesAt("one:/home");

  private static Path home() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    return Files.createTempDirectory(parent, "keeper");
  }

  private DatabaseLeases leasesAt(String place) {
    return new DatabaseLeases(
        database.jdbc(), clock, place, new LeaseTerms(Duration.ofMinutes(30), Duration.ofHours(6)));
  }

  @Test
  void all_sandboxes_with_a_label_are_destroyed_also_those_of_a_dead_server() throws Exception {
    SandboxSpec spec = SandboxSpec.of(SandboxImage.of("host"), "keeper");
    SandboxSpec wanted = spec.withLabel("run", "7").withLabel("step", "online");
    LocalSettings settings = LocalSettings.in(home().resolve("sandboxes"));
    LocalSandboxes dead = SandboxEngines.local(settings, leasesAt("one:/home"));
    Sandbox leftover = dead.create(wanted);
    leftover.start(Command.of("sleep", "4746"), OutputListener.silent());
    leasesAt("two:/home").open("elsewhere", "local", wanted);
    try (LocalSandboxes engine = SandboxEngines.local(settings, leases);
        SandboxKeeper keeper = new SandboxKeeper(leases, engine);
        Sandbox own = engine.create(wanted);
        Sandbox other = engine.create(spec.withLabel("run", "8"))) {
      assertThat(keeper.look(own.id())).isPresent();
      assertThat(keeper.look(leftover.id())).isEmpty();
      Reaper.Sweep sweep = keeper.destroyLabelled("run", "7");
      assertThat(sweep.removed()).containsExactlyInAnyOrder(own.id(), leftover.id());
      assertThat(sweep.failed()).containsOnlyKeys("elsewhere");
      assertThat(keeper.list())
          .extracting(Lease::id)
          .containsExactlyInAnyOrder("elsewhere", other.id());
      assertThatThrownBy(() -> own.run(Command.of("true"))).isInstanceOf(SandboxFailure.class);
      assertThatThrownBy(() -> leftover.run(Command.of("true"))).isInstanceOf(SandboxFailure.class);
      assertThat(other.run(Command.of("true")).succeeded()).isTrue();
      assertThat(ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse("")))
          .noneMatch(line -> line.endsWith("sleep 4746"));
      assertThat(keeper.destroyLabelled("run", "7").removed()).isEmpty();
      keeper.end(other.id());
      assertThatThrownBy(() -> other.run(Command.of("true"))).isInstanceOf(SandboxFailure.class);
    }
    dead.close();
  }

  @Test
  void a_sandbox_is_in_use_as_long_as_a_command_runs_in_it() throws Exception {
    Path home = home();
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
