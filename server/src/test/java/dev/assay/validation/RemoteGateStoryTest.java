package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.conversation.ChatClient;
import dev.assay.sandbox.remote.Background;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import dev.assay.toolservice.ToolClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A gate with sandboxes at a provider that records nothing. There is no proof, and that is never
/// the skill's fault.
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

  @Test
  void a_conversation_there_has_its_files_before_and_brings_them_back_after_each_turn() {
    AdmittedSkill.columnSums().admit(server);
    ChatClient chat = new ChatClient(server.admin());
    String id = chat.begin();
    chat.upload(id, "sales.csv", "who,amount\na,20\nb,22\n".getBytes(StandardCharsets.UTF_8));
    List<ChatClient.Heard> heard = chat.say(id, "Add up the amounts of the sales figures.");
    assertThat(heard.toString()).contains("total: 42");
    assertThat(provider.living()).isOne();
    assertThat(artifact(chat, id)).isEqualTo("total: 42\n");
    long uploads = uploads();

    chat.upload(id, "sales.csv", "who,amount\na,1\n".getBytes(StandardCharsets.UTF_8));
    assertThat(chat.say(id, "Add up the amounts of the sales figures.").toString())
        .contains("total: 1");
    assertThat(artifact(chat, id)).isEqualTo("total: 1\n");
    assertThat(uploads() - uploads).as("the skill is not sent again").isLessThanOrEqualTo(1);
    assertThat(provider.violations()).isEmpty();
  }

  @Test
  void tools_there_have_their_files_too_and_say_what_they_cannot_do() {
    AdmittedSkill.columnSums().admit(server);
    ToolClient project = ToolClient.fresh(server.admin(), "column-sums").reusing("session");
    Map<String, Object> call =
        Map.of(
            "skill_name",
            "column-sums",
            "session_id",
            "one",
            "command",
            "printf 'a,b\\nx,4\\n' > in.csv; sh scripts/sum.sh in.csv");
    assertThat(project.result("run_cmd", call).toString()).contains("total: 4");
    Map<String, Object> service = new HashMap<>(call);
    service.put("expose_ports", List.of(8000));
    assertThat(project.call("run_service", service).toString())
        .contains("engine of tools reaches no ports");
    assertThat(
            server.admin().patch(project.path(""), Map.of("packages", "allowed")).response().body())
        .contains("PORT_LISTEN");
    assertThat(server.admin().send("DELETE", project.path(""), "").status()).isEqualTo(204);
    assertThat(provider.violations()).isEmpty();
  }

  private static long uploads() {
    return provider.requests().stream().filter(request -> request.contains("upload")).count();
  }

  private static String artifact(ChatClient chat, String id) {
    return chat.api()
        .get("/api/conversations/" + id + "/artifacts/file?path=totals.txt")
        .response()
        .body();
  }
}
