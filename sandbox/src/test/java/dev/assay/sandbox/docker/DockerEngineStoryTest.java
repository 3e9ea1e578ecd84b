package dev.assay.sandbox.docker;

import java.io.IOException;

/// The engine on Docker itself.
class DockerEngineStoryTest extends ContainersContract {
  @Override
  TestDaemon startDaemon() throws IOException {
    return TestDaemon.start();
  }
}
