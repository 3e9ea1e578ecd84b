package dev.assay.validation;

import dev.assay.sandbox.docker.TestDaemon;
import dev.assay.testkit.ContractExtent;
import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The gate with containers of Docker itself.
@EnabledIfEnvironmentVariable(
    named = ContractExtent.WHOLE,
    matches = ".+",
    disabledReason = "a minute long: " + ContractExtent.WHOLE + "=1 ./check")
class DockerGateStoryTest extends ContainersGate {
  @Override
  TestDaemon startDaemon() throws IOException {
    return TestDaemon.start();
  }
}
