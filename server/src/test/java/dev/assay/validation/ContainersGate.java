package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.conversation.ChatClient;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.docker.TestDaemon;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.dependency.TestWheel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// A whole validation, an approval, a conversation and a rollback whose sandboxes are containers.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ContainersGate {
  private TestDaemon daemon;
  private TestServer server;

  abstract TestDaemon startDaemon() throws IOException;

  @BeforeAll
  void open() throws IOException {
    daemon = startDaemon();
    server =
        TestServer.start(
            Map.of(
                "ASSAY_SANDBOX_ENGINE",
                "docker",
                "ASSAY_SANDBOX_DOCKER_SOCKET",
                daemon.socket().toString()));
  }

  @AfterAll
  void close() throws IOException {
    if (server != null) {
      server.close();
    }
    if (daemon != null) {
      daemon.close();
    }
  }

  @Test
  void a_skill_with_packages_is_proved_in_containers_approved_used_and_rolled_back()
      throws IOException {
    GateClient gate = new GateClient(server);
    TestWheel wheel = new TestWheel("hive", "1.0", List.of());
    GateClient.Done done =
        gate.validate(
            SampleSkill.adding("hive-sums", "Adds up bees that came back to their hive.", "bees")
                .frontmatter("dependencies:\n  pip: [\"hive==1.0\"]\n")
                .script(
                    """
                    python3 - "$1" <<'P'
                    import sys, hive
                    print('total: %d' % sum(int(l) for l in open(sys.argv[1])))
                    P
                    """)
                .file("wheels/" + wheel.file(), wheel.bytes())
                .archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    assertThat(done.result().toString().contains("The limit DISK was not enforced"))
        .isNotEqualTo(server.part(SandboxEngine.class).capabilities().enforces(Limit.DISK));
    gate.approve(done.id());

    JsonNode image = gate.admin().get("/api/admin/images").body().path("versions").path(0);
    assertThat(image.path("is_current").asBoolean()).as(image.toPrettyString()).isTrue();
    assertThat(image.path("engine").asString()).isEqualTo("docker");
    server.part(Cleanup.class).clear();
    assertThat(daemon.tags("skill-runtime")).contains("skill-runtime:v1.1");

    ChatClient chat = new ChatClient(server.admin());
    String conversation = chat.begin();
    chat.upload(conversation, "bees.txt", "20\n22\n".getBytes(StandardCharsets.UTF_8));
    List<ChatClient.Heard> heard = chat.say(conversation, "Add up the bees of my hive.");
    assertThat(heard.toString()).contains("total: 42");
    assertThat(server.part(SandboxKeeper.class).list())
        .anySatisfy(lease -> assertThat(lease.engine()).isEqualTo("docker"));

    gate.empty();
    assertThat(
            gate.admin().get("/api/admin/images").body().path("versions").path(0).toPrettyString())
        .contains("\"is_current\" : false");
  }
}
