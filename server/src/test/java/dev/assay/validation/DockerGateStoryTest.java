package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.sandbox.docker.TestDaemon;
import dev.assay.testkit.ContractExtent;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// A whole validation whose sandboxes are containers.
@EnabledIfEnvironmentVariable(
    named = ContractExtent.WHOLE,
    matches = ".+",
    disabledReason = "a minute long: " + ContractExtent.WHOLE + "=1 ./check")
class DockerGateStoryTest {
  private static TestDaemon daemon;
  private static TestServer server;

  @BeforeAll
  static void open() throws IOException {
    daemon = TestDaemon.start();
    server =
        TestServer.start(
            Map.of(
                "ASSAY_SANDBOX_ENGINE",
                "docker",
                "ASSAY_SANDBOX_DOCKER_SOCKET",
                daemon.socket().toString()));
  }

  @AfterAll
  static void close() throws IOException {
    if (server != null) {
      server.close();
    }
    if (daemon != null) {
      daemon.close();
    }
  }

  @Test
  void a_skill_is_proved_in_containers_and_the_verdict_lists_what_they_do_not_limit()
      throws IOException {
    GateClient.Done done =
        new GateClient(server)
            .validate(
                SampleSkill.adding("sums", "Adds the numbers of a list.", "numbers").archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(done.result().toString()).contains("DISK", "FILES");
  }
}
