package dev.assay.testkit.engine;

import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.SandboxContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What a third party writes in an afternoon keeps the contract, as far as it claims it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BubblewrapEngineTest extends SandboxContract {
  @TempDir private Path folder;
  private BubblewrapEngine engine;

  @BeforeAll
  void start() throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/bwrap")),
        "SKIPPED: bubblewrap is not installed, so the small engine is not tested");
    engine =
        new BubblewrapEngine(Files.createDirectory(folder.resolve("storage")), new MemoryLeases());
    Files.createDirectory(scratch());
  }

  @AfterAll
  void stop() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  public SandboxEngine engine() {
    return engine;
  }

  @Override
  public SandboxImage image() {
    return SandboxImage.of(BubblewrapEngine.NAME, "usr");
  }

  @Override
  public Path scratch() {
    return folder.resolve("scratch");
  }
}
