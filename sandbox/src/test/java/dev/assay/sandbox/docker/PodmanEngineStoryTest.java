package dev.assay.sandbox.docker;

import dev.assay.testkit.ContractExtent;
import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The engine on Podman's socket.
@EnabledIfEnvironmentVariable(
    named = ContractExtent.WHOLE,
    matches = ".+",
    disabledReason = "minutes long: " + ContractExtent.WHOLE + "=1 ./check")
class PodmanEngineStoryTest extends ContainersContract {
  @Override
  TestDaemon startDaemon() throws IOException {
    return TestDaemon.startPodman();
  }
}
