package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.toolservice.ToolClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// All stored files are read and compared with the admitted ones.
@ResourceLock(TestServer.SHARED)
class StoredApiStoryTest {
  private static final String STORED = "/api/admin/images/stored";

  private final TestServer server = TestServer.shared();

  private JsonNode verify(JsonNode thing) {
    Api.Reply reply =
        server
            .admin()
            .post(
                STORED + "/verify",
                Map.of("kind", thing.path("kind").asString(), "id", thing.path("id").asString()));
    assertThat(reply.status()).isEqualTo(200);
    return reply.body();
  }

  @Test
  void damage_of_an_archive_a_tree_and_an_artifact_is_found_with_the_remedy() throws IOException {
    AdmittedSkill.columnSums().admit(server);
    ToolClient client = ToolClient.fresh(server.admin(), "column-sums");
    String digest =
        client.result("load", Map.of("skill_name", "column-sums")).path("version_hash").asString();
    String artifact =
        client
            .upload(client.path("/artifacts:upload"), "a.txt", "a".repeat(1000))
            .body()
            .path("artifact_id")
            .asString();
    JsonNode all = server.admin().get(STORED).body();
    assertThat(all.path("total").asInt()).isEqualTo(all.path("stored").size()).isPositive();
    JsonNode skill = find(all, "skill", "column-sums version 1");
    for (JsonNode each : new JsonNode[] {skill, find(all, "artifact", artifact)}) {
      assertThat(verify(each).path("intact").asBoolean()).as(each.toString()).isTrue();
    }
    Path blobs = server.home().blobFolder();
    for (Path file :
        new Path[] {
          server.home().treeFolder().resolve(digest).resolve("SKILL.md"),
          blobs.resolve(digest.substring(0, 2)).resolve(digest.substring(2))
        }) {
      byte[] genuine = Files.readAllBytes(file);
      byte[] altered = genuine.clone();
      altered[45] ^= 1;
      Files.write(file, altered);
      try {
        JsonNode found = verify(skill);
        assertThat(found.path("intact").asBoolean()).as(file.toString()).isFalse();
        assertThat(found.path("damage").asString())
            .contains("fault of the platform")
            .contains("upload the same files again");
      } finally {
        Files.write(file, genuine);
      }
      assertThat(verify(skill).path("intact").asBoolean()).isTrue();
    }
  }

  @Test
  void what_is_not_stored_is_told() {
    for (Map<String, String> wrong :
        java.util.List.of(Map.of("kind", "skill", "id", "x"), Map.of("kind", "x", "id", "y"))) {
      assertThat(server.admin().post(STORED + "/verify", wrong).status()).isEqualTo(404);
    }
    assertThat(server.anonymous().get(STORED).status()).isEqualTo(401);
  }

  private static JsonNode find(JsonNode all, String kind, String name) {
    return all.path("stored")
        .valueStream()
        .filter(each -> each.path("kind").asString().equals(kind))
        .filter(each -> each.path("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
