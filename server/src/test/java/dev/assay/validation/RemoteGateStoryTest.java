package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.sandbox.remote.Background;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A gate whose sandboxes are at a provider that records nothing: no proof, and never the skill's
/// fault.
class RemoteGateStoryTest {
  private static Background background;
  private static DaytonaServer provider;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() throws IOException {
    background = Background.start();
    provider = new DaytonaServer(background.engine(), background.image(), Generation.CURRENT);
    server =
        TestServer.start(
            Map.of(
                "ASSAY_SANDBOX_ENGINE",
                "daytona",
                "ASSAY_SANDBOX_DAYTONA_URL",
                provider.api().toString(),
                "ASSAY_SANDBOX_DAYTONA_KEY",
                DaytonaServer.KEY,
                "ASSAY_SANDBOX_DAYTONA_SNAPSHOT",
                DaytonaServer.BASE));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
    provider.close();
    background.close();
  }

  @Test
  void a_validation_there_is_inconclusive_with_the_reason_and_the_remedy() throws IOException {
    String id =
        gate.upload(
            SampleSkill.adding("remote-sums", "Adds the numbers of a list.", "numbers").archive());
    String _ = gate.start(id);
    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("inconclusive");
    assertThat(status.path("inconclusive_reason").asString())
        .contains("NETWORK_RECORDING", "assay.sandbox.engine: local");
    assertThat(status.toString()).doesNotContain(DaytonaServer.KEY);
    assertThat(provider.living()).isZero();
    assertThat(provider.violations()).isEmpty();
  }
}
