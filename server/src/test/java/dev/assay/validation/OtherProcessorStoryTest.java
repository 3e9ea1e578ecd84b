package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestServer;
import dev.assay.conversation.ChatClient;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.SmallSystem;
import dev.assay.testkit.model.ScriptedModelServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// A server whose base is a folder of the operator's own, and whose image is of another processor.
class OtherProcessorStoryTest {
  private static final Architecture OTHER =
      Architecture.own() == Architecture.AMD64 ? Architecture.ARM64 : Architecture.AMD64;

  @Test
  void images_name_their_base_and_processor_and_are_used_on_no_other(@TempDir Path folder) {
    Path system = SmallSystem.in(folder.resolve("system"));
    try (ScriptedModelServer model =
            ScriptedModelServer.playing("always\ncall: execute {\"command\": \"true\"}");
        TestServer server =
            TestServer.start(
                Map.of(
                    "ASSAY_SANDBOX_BASE", system.toString(),
                    "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                    "ASSAY_MODEL_NAME", "tiny"))) {
      JsonNode image = server.admin().get("/api/admin/images/v1.0").body();
      assertThat(image.path("version").path("base").asString()).matches("custom-[0-9a-f]{12}");
      assertThat(image.path("version").path("engine").asString()).isEqualTo("local");
      assertThat(image.path("version").path("architecture").asString())
          .isEqualTo(Architecture.own().word());
      assertThat(image.path("image").path("architecture").asString())
          .isEqualTo(Architecture.own().word());
      runsOn(server, image.path("version").path("base").asString());

      server
          .part(JdbcClient.class)
          .sql(
              """
              update runtime_image
              set image = jsonb_set(image, '{architecture}', to_jsonb(:other::text))
              """)
          .param("other", OTHER.word())
          .update();
      aRunIsInconclusive(server);
      aConversationIsRefused(server);
      assertThat(server.part(SandboxKeeper.class).list()).isEmpty();
    }
  }

  @Test
  void a_base_that_is_not_built_is_refused_with_the_command_that_builds_it() {
    assertThatThrownBy(() -> TestServer.start(Map.of("ASSAY_SANDBOX_BASE", "debian")).close())
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.MACHINE_UNSUITABLE);
              assertThat(e.reason()).contains("debian", "assay images build");
            });
  }

  private static void runsOn(TestServer server, String base) {
    try (Sandbox sandbox =
        server.part(LocalSandboxes.class).create(SandboxSpec.of(SandboxImage.of(base), "test"))) {
      assertThat(sandbox.run(Command.shell("python3 -c 'print(1)'")).stdout().text())
          .isEqualTo("1\n");
    }
  }

  private static void aRunIsInconclusive(TestServer server) {
    GateClient gate = new GateClient(server);
    String id =
        gate.upload(SampleSkill.adding("adder", "Adds up numbers of a list.", "numbers").archive());
    gate.start(id);
    JsonNode ended = gate.awaitEnd(id);
    assertThat(ended.path("run_state").asString()).isEqualTo("inconclusive");
    assertThat(ended.toString())
        .contains("ARCHITECTURE_MISMATCH", OTHER.word(), Architecture.own().word());
  }

  private static void aConversationIsRefused(TestServer server) {
    ChatClient chat = new ChatClient(server.admin());
    List<ChatClient.Heard> heard = chat.say(chat.begin(), "Run something.");
    assertThat(ChatClient.state(heard)).isEqualTo("failed");
    assertThat(heard.toString()).contains("ARCHITECTURE_MISMATCH", OTHER.word());
  }
}
