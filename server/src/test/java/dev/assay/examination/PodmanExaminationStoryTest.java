package dev.assay.examination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.home.Home;
import dev.assay.sandbox.EngineTrial.Step;
import dev.assay.sandbox.docker.TestDaemon;
import dev.assay.testkit.ContractExtent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// The findings of `assay doctor --engine docker` on Podman's socket.
@EnabledIfEnvironmentVariable(
    named = ContractExtent.WHOLE,
    matches = ".+",
    disabledReason = "with a daemon of its own: " + ContractExtent.WHOLE + "=1 ./check")
class PodmanExaminationStoryTest {
  @TempDir private static Path folder;

  @Test
  void the_round_trip_is_made_and_each_capability_is_named_with_what_it_means_for_proofs()
      throws IOException {
    try (TestDaemon daemon = TestDaemon.startPodman()) {
      Map<String, String> environment =
          Map.of(
              "ASSAY_HOME",
              folder.toString(),
              "ASSAY_SANDBOX_DOCKER_SOCKET",
              daemon.socket().toString());
      List<Step> steps =
          EngineExamination.run(Home.locate(environment), folder, environment, "docker");
      assertThat(steps)
          .filteredOn(Step::ok)
          .extracting(Step::subject)
          .contains(
              "create",
              "run",
              "files",
              "block",
              "snapshot",
              "destroy",
              "NETWORK_RECORDING",
              "LAYER_CHANGES");
    }
  }
}
