package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.ToolClient;
import dev.assay.validation.lab.CandidateReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
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
  void evals_that_were_changed_are_found_decide_nothing_and_are_mended_by_the_same_upload()
      throws IOException {
    AdmittedSkill counting =
        new AdmittedSkill(
            "counted-evals",
            "Counts words in files.",
            Map.of(
                "SKILL.md",
                "Run wc.\n",
                "evals/evals.json",
                """
                {"skill_name": "counted-evals", "evals": [{"id": 1, "prompt": "Count the words.",
                  "expected_output": "3", "files": ["evals/files/words.txt"]}]}
                """,
                "evals/files/words.txt",
                "a b c\n"));
    Skills skills = server.part(Skills.class);
    Skill skill = skills.load(UUID.fromString(counting.admit(server)));
    CandidateReader reader = new CandidateReader(server.part(SkillFolders.class));
    assertThat(reader.of(skill).evalFiles()).hasSize(1);
    JsonNode stored = find(server.admin().get(STORED).body(), "skill", "counted-evals version 1");
    assertThat(verify(stored).path("intact").asBoolean()).isTrue();
    String digest = skill.bundle().evalsDigest().orElseThrow().hex();
    Path archive =
        server.home().blobFolder().resolve(digest.substring(0, 2)).resolve(digest.substring(2));
    Files.write(archive, Archives.zip(Map.of("evals/files/words.txt", "a b c d")));

    assertThat(verify(stored).path("damage").asString())
        .contains("fault of the platform")
        .contains("upload the same files again");
    assertThatThrownBy(() -> reader.of(skill))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORED_FILES_DAMAGED));
    counting.admit(server);
    assertThat(verify(stored).path("intact").asBoolean()).isTrue();
    assertThat(reader.of(skill).evalFiles()).hasSize(1);
  }

  @Test
  void what_cannot_be_read_is_damaged() throws IOException {
    AdmittedSkill.columnSums().admit(server);
    ToolClient client = ToolClient.fresh(server.admin(), "column-sums");
    String artifact =
        client
            .upload(client.path("/artifacts:upload"), "a.txt", "a")
            .body()
            .path("artifact_id")
            .asString();
    JsonNode stored = find(server.admin().get(STORED).body(), "artifact", artifact);
    String key = Digest.of(("assay artifact " + artifact).getBytes(StandardCharsets.UTF_8)).hex();
    Path bytes = server.home().blobFolder().resolve(key.substring(0, 2)).resolve(key.substring(2));
    Files.delete(bytes);
    Files.createDirectory(bytes);

    assertThat(verify(stored).path("damage").asString()).contains("cannot be read", "backup");
    Files.delete(bytes);
    assertThat(verify(stored).path("intact").asBoolean()).isFalse();
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
