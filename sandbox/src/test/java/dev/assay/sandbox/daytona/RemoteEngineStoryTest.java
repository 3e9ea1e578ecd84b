package dev.assay.sandbox.daytona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.RemoteEngine;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.testkit.engine.MemoryLeases;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What an engine with a provider behind it does beyond the contract.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemoteEngineStoryTest {
  private static final SandboxSpec SPEC =
      SandboxSpec.of(SandboxImage.of("daytona", DaytonaServer.BASE), "test");

  private Background background;
  private DaytonaServer server;
  private final MemoryLeases leases = new MemoryLeases();

  @BeforeAll
  void start() throws IOException {
    background = Background.start();
    server = new DaytonaServer(background.engine(), background.image(), Generation.CURRENT);
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
    background.close();
  }

  private RemoteEngine engine() {
    return new RemoteEngine(
        new DaytonaProvider(
            DaytonaSettings.of(server.api(), Secret.of(DaytonaServer.KEY), DaytonaServer.BASE)
                .with(Background.QUICK)),
        leases);
  }

  @Test
  void a_command_takes_one_request_and_one_with_input_two() {
    RemoteEngine engine = engine();
    try (Sandbox sandbox = engine.create(SPEC)) {
      long before = engine.calls();
      sandbox.run(Command.of("true"));
      assertThat(engine.calls() - before).isEqualTo(1);
      sandbox.run(Command.of("cat").withInput("x"));
      assertThat(engine.calls() - before).isEqualTo(3);
    }
  }

  @Test
  void one_that_cannot_be_destroyed_keeps_its_lease_and_never_stops_the_others() {
    RemoteEngine engine = engine();
    for (int number = 0; number < 3; number++) {
      engine.create(SPEC.withLabel("stubborn", "yes"));
    }
    server.faults().refuse(1, "DELETE", "/api/sandbox", 409);
    engine.close();
    assertThat(server.living()).isOne();
    assertThat(leases.list()).hasSize(1);
    Lease left = leases.list().getFirst();
    assertThat(left.providerId()).isNotEmpty();
    RemoteEngine other = engine();
    other.remove(new SandboxRef(left.id(), "")); // never named: found by our id
    assertThat(server.living()).isZero();
    other.remove(new SandboxRef(left.id(), left.providerId()));
    leases.close(left.id());
  }

  @Test
  void what_cannot_be_started_leaves_neither_sandbox_nor_lease() {
    server.faults().errorState();
    try {
      assertThat(catchThrowable(() -> engine().create(SPEC))).isNotNull();
    } finally {
      server.faults().heal();
    }
    assertThat(server.living()).isZero();
    assertThat(leases.list()).isEmpty();
  }
}
