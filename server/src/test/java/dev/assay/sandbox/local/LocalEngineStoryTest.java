package dev.assay.sandbox.local;

import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.SandboxContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
}
