package dev.assay.sandbox.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.remote.Background.Namespaces;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.ContractExtent;
import dev.assay.testkit.SandboxContract;
import dev.assay.testkit.engine.MemoryLeases;
import dev.assay.testkit.provider.ProviderServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// The engine keeps the contract over a provider's server of the test kit, says nothing to it that
/// its description does not know, and leaves nothing there.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ContractExtent.class)
public abstract class RemoteContract extends SandboxContract {
  /// A server, what speaks with it, and the base it has.
  public record Kit(ProviderServer server, RemoteProvider provider, String base) {}

  private Background background;
  private Kit kit;
  private MemoryLeases leases;
  private RemoteEngine engine;
  private Path scratch;

  protected abstract Kit kit(Background background);

  /// Whether the provider's sandboxes may make some.
  protected Namespaces namespaces() {
    return Namespaces.REFUSED;
  }

  @BeforeAll
  void start() throws IOException {
    background = Background.start(namespaces());
    scratch = Files.createDirectory(background.home().resolve("scratch"));
    kit = kit(background);
    leases = new MemoryLeases();
    engine = new RemoteEngine(kit.provider(), leases);
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
    assertThat(kit.server().living()).isZero();
    assertThat(leases.list()).isEmpty();
    assertThat(kit.server().violations()).isEmpty();
    kit.server().close();
    background.close();
  }

  @Override
  public SandboxEngine engine() {
    return engine;
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of(kit.provider().name(), kit.base());
  }

  @Override
  public Path scratch() {
    return scratch;
  }
}
