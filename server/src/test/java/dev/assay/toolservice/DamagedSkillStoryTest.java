package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// One changed byte in the stored files of an approved skill.
@ResourceLock(TestServer.SHARED)
class DamagedSkillStoryTest {
  private static final String SKILL = "column-sums";

  @Test
  void it_is_neither_read_nor_run_by_anybody_until_the_files_are_those_that_were_admitted()
      throws IOException {
    TestServer server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    ToolClient client = ToolClient.fresh(server.admin(), SKILL).reusing("session");
    String digest =
        client.result("load", Map.of("skill_name", SKILL)).path("version_hash").asString();
    Map<String, Object> command =
        Map.of("skill_name", SKILL, "session_id", "s", "command", "echo ran");
    client.result("run_cmd", command);
    Path tree = server.home().treeFolder().resolve(digest);
    for (String file : new String[] {"SKILL.md", "scripts/sum.sh"}) {
      byte[] genuine = Files.readAllBytes(tree.resolve(file));
      FileTime written = Files.getLastModifiedTime(tree.resolve(file));
      byte[] altered = genuine.clone();
      altered[altered.length - 2] ^= 1;
      Files.write(tree.resolve(file), altered);
      Files.setLastModifiedTime(tree.resolve(file), written);
      try {
        refused(client.reply("load", Map.of("arguments", Map.of("skill_name", SKILL))));
        refused(client.reply("run_cmd", Map.of("arguments", command)));
        refused(
            client.reply(
                "run_cmd",
                Map.of("arguments", Map.of("skill_name", SKILL, "command", "echo ran"))));
      } finally {
        Files.write(tree.resolve(file), genuine);
        Files.setLastModifiedTime(tree.resolve(file), written);
      }
    }
    client.result("run_cmd", command);
  }

  private static void refused(Api.Reply reply) {
    JsonNode result = reply.body().path("result");
    assertThat(result.path("error_message").asString()).contains("damaged");
    assertThat(reply.body().toString()).doesNotContain("ran\\n");
  }
}
