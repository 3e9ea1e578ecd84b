package dev.assay.sandbox.local;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import dev.assay.testkit.SandboxContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/// The local engine keeps the contract, as whoever runs the tests.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalEngineStoryTest extends SandboxContract {
  private Path home = Path.of("");
  private FileLeases leases;
  private LocalSandboxes engine;

  @BeforeAll
  void start() throws IOException {
    home = TestHome.create("contract");
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
    leases.close();
    TestHome.assertNothingLeft(home);
  }

  @Override
  public SandboxEngine engine() {
    return engine;
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of("host");
  }

  @Override
  public Path scratch() {
    return home.resolve("scratch");
  }
}
