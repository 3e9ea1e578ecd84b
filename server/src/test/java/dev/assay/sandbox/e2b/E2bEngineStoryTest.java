package dev.assay.sandbox.e2b;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.RemoteEngine;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.ContractExtent;
import dev.assay.testkit.SandboxContract;
import dev.assay.testkit.engine.MemoryLeases;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// The engine keeps the contract, over a server without `/connect`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ContractExtent.class)
class E2bEngineStoryTest extends SandboxContract {
  private Background background;
  private E2bServer server;
  private MemoryLeases leases;
  private RemoteEngine engine;
  private Path scratch;

  @BeforeAll
  void start() throws IOException {
    background = Background.start();
    scratch = Files.createDirectory(background.home().resolve("scratch"));
    server = new E2bServer(background.engine(), background.image(), EnumSet.of(Offer.SNAPSHOTS));
    leases = new MemoryLeases();
    engine =
        new RemoteEngine(
            new E2bProvider(
                E2bSettings.of("example.test", Secret.of(E2bServer.KEY), E2bServer.BASE)
                    .at(server.api(), Optional.of(server.api()))
                    .with(Background.QUICK),
                InstantSource.system()),
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
    return SandboxImage.of("e2b", E2bServer.BASE);
  }

  @Override
  public Path scratch() {
    return scratch;
  }
}
