package dev.assay.sandbox.daytona;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.Background.Namespaces;
import dev.assay.sandbox.remote.RemoteEngine;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.ContractExtent;
import dev.assay.testkit.SandboxContract;
import dev.assay.testkit.engine.MemoryLeases;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// The engine keeps the contract where the provider's sandboxes permit user namespaces: then it
/// claims recording, and has to show it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ContractExtent.class)
class DaytonaRecordedStoryTest extends SandboxContract {
  private Background background;
  private DaytonaServer server;
  private MemoryLeases leases;
  private RemoteEngine engine;
  private Path scratch;

  @BeforeAll
  void start() throws IOException {
    background = Background.start(Namespaces.PERMITTED);
    scratch = Files.createDirectory(background.home().resolve("scratch"));
    server = new DaytonaServer(background.engine(), background.image(), Generation.CURRENT);
    leases = new MemoryLeases();
    engine =
        new RemoteEngine(
            new DaytonaProvider(
                DaytonaSettings.of(server.api(), Secret.of(DaytonaServer.KEY), DaytonaServer.BASE)
                    .with(Background.QUICK)),
            leases);
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
    assertThat(server.living()).isZero();
    assertThat(leases.list()).isEmpty();
    assertThat(server.violations()).isEmpty();
    server.close();
    background.close();
  }

  @Override
  public SandboxEngine engine() {
    return engine;
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of("daytona", DaytonaServer.BASE);
  }

  @Override
  public Path scratch() {
    return scratch;
  }

  @Test
  void recording_is_claimed() {
    assertThat(engine.capabilities().features())
        .as("%s", engine.capabilities().missing())
        .contains(
            Feature.NETWORK_RECORDING,
            Feature.ACCESS_RECORDING,
            Feature.READ_ONLY_FOLDERS,
            Feature.METRICS);
  }
}
