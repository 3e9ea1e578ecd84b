package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Files of projects: brought, linked, downloaded, given to calls and made by them.
@ResourceLock(TestServer.SHARED)
class ArtifactsStoryTest {
  private static final String SKILL = "column-sums";
  private static final String PAGE = "<html><script>alert(1)</script></html>";
  private static TestServer server;
  private static ToolClient ada;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    ada = ToolClient.fresh(ToolClient.person(server, "user"), SKILL);
  }

  private static String upload(ToolClient project, String name, String content) {
    Api.Reply made = project.upload(project.path("/artifacts:upload"), name, content);
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    return made.body().path("artifact_id").asString();
  }

  private static String sha256(String text) {
    return Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
  }

  private static String pathOf(String url) {
    return url.substring(url.indexOf("/api/"));
  }

  @Test
  void a_page_comes_back_as_a_harmless_file_also_by_a_link_that_needs_no_account() {
    Api.Reply made = ada.upload(ada.path("/artifacts:upload"), "../evil.html", PAGE);
    assertThat(made.body().path("filename").asString()).isEqualTo("evil.html");
    assertThat(made.body().path("mime").asString()).isEqualTo("text/plain;charset=UTF-8");
    assertThat(made.body().path("size").asInt()).isEqualTo(PAGE.length());
    assertThat(made.body().path("sha256").asString()).isEqualTo(sha256(PAGE));
    String id = made.body().path("artifact_id").asString();
    JsonNode link = ada.api().get(ada.path("/artifacts/" + id)).body();
    Api.Reply redirected = ada.api().get(ada.path("/artifacts/" + id + "?mode=redirect"));
    assertThat(redirected.status()).isEqualTo(303);
    for (Api.Reply reply :
        List.of(
            ada.api().get(ada.path("/artifacts/" + id + "/content")),
            server.anonymous().get(pathOf(link.path("url").asString())),
            server.anonymous().get(redirected.header("Location")))) {
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.response().body()).isEqualTo(PAGE);
      assertThat(reply.header("Content-Disposition")).startsWith("attachment;");
      assertThat(reply.header("Content-Type")).startsWith("text/plain");
      assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(reply.header("Content-Security-Policy")).contains("default-src 'none'; sandbox");
      assertThat(reply.header("Repr-Digest")).startsWith("sha-256=:");
    }
    assertThat(ada.api().delete(ada.path("/artifacts/" + id)).status()).isEqualTo(204);
    assertThat(server.anonymous().get(pathOf(link.path("url").asString())).status()).isEqualTo(404);
    assertThat(server.part(BlobStore.class).contains(ArtifactStore.key(UUID.fromString(id))))
        .isFalse();
  }

  @Test
  void links_that_are_forged_or_over_lead_nowhere() {
    String id = upload(ada, "a.txt", "a");
    String other = upload(ada, "b.txt", "b");
    String good = pathOf(ada.api().get(ada.path("/artifacts/" + id)).body().path("url").asString());
    String[] parts = good.split("expires=|&signature=", -1);
    long expires = Long.parseLong(parts[1]);
    Clock yesterday = Clock.fixed(Instant.now().minus(Duration.ofDays(1)), ZoneOffset.UTC);
    Artifact artifact =
        server
            .part(ToolCalls.class)
            .artifacts()
            .follow(UUID.fromString(id), expires, parts[2])
            .artifact();
    String over =
        new ArtifactLinks(server.part(JdbcClient.class), yesterday)
            .sign(artifact, Duration.ofHours(23))
            .path();
    assertThat(server.anonymous().get(good).status()).isEqualTo(200);
    for (String forged :
        List.of(
            over,
            good.replace("expires=" + expires, "expires=" + (expires + 1)),
            good.replace(id, other),
            good.replace(id, UUID.randomUUID().toString()),
            good.substring(0, good.length() - 1),
            good.substring(0, good.indexOf("&signature")),
            "/api/artifacts/" + id)) {
      assertThat(server.anonymous().get(forged).status()).as(forged).isEqualTo(404);
    }
    assertThat(server.anonymous().get(ada.path("/artifacts/" + id)).status()).isEqualTo(401);
    for (String wrong : List.of("expires_seconds=59", "expires_seconds=86401", "mode=page")) {
      assertThat(ada.api().get(ada.path("/artifacts/" + id + "?" + wrong)).status())
          .as(wrong)
          .isEqualTo(400);
    }
  }

  @Test
  void what_does_not_arrive_whole_or_is_too_large_is_not_kept() {
    ToolClient mine = ToolClient.fresh(ada.api(), SKILL);
    String path = mine.path("/artifacts:upload");
    assertThat(mine.upload(path + "?sha256=" + sha256("x"), "x", "y").status()).isEqualTo(400);
    assertThat(mine.upload(path + "?sha256=abc", "x", "y").status()).isEqualTo(400);
    assertThat(mine.upload(path + "?sha256=" + sha256("y"), "x", "y").status()).isEqualTo(201);
    assertThat(mine.upload(path, "big", "0".repeat((20 << 20) + 1)).status()).isEqualTo(413);
    JsonNode list = ada.api().get(mine.path("/artifacts?limit=1")).body();
    assertThat(list.path("total").asInt()).isEqualTo(1);
    assertThat(ada.api().get(mine.path("/artifacts?limit=0")).status()).isEqualTo(400);
    assertThat(
            server
                .part(JdbcClient.class)
                .sql("select count(*) from project_artifact where project = ?")
                .param(mine.project())
                .query(Integer.class)
                .single())
        .isEqualTo(1);
  }

  @Test
  void of_damaged_bytes_nobody_gets_a_whole_download_and_no_call_gets_them() throws IOException {
    for (int size : new int[] {6, 4 << 20, 9 << 20}) {
      String id = upload(ada, "data.bin", "x".repeat(size));
      String content = ada.path("/artifacts/" + id + "/content");
      String link =
          pathOf(ada.api().get(ada.path("/artifacts/" + id)).body().path("url").asString());
      String key = ArtifactStore.key(UUID.fromString(id)).hex();
      Path blob = server.home().blobFolder().resolve(key.substring(0, 2)).resolve(key.substring(2));
      try (FileChannel file = FileChannel.open(blob, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(new byte[] {'y'}), size / 2);
      }
      for (Api who : List.of(ada.api(), server.anonymous())) {
        String path = who == ada.api() ? content : link;
        if (size <= 4 << 20) {
          assertThat(who.get(path).code()).isEqualTo("STORED_FILES_DAMAGED");
        } else {
          assertThatThrownBy(() -> who.get(path)).hasRootCauseInstanceOf(EOFException.class);
        }
      }
      JsonNode refused =
          ada.call(
              "run_cmd",
              Map.of(
                  "skill_name",
                  SKILL,
                  "command",
                  "echo ran",
                  "inputs",
                  List.of(Map.of("artifact_id", id, "mount_path", "x"))));
      assertThat(refused.path("result").path("error_message").asString())
          .as(refused.toPrettyString())
          .contains("damaged");
      assertThat(refused.toString()).doesNotContain("ran\\n");
    }
  }

  @Test
  void one_projects_artifacts_are_nothing_to_another() {
    String id = upload(ada, "secret.txt", "secret");
    ToolClient bob = ToolClient.fresh(ToolClient.person(server, "user"), SKILL);
    for (String route : List.of("/artifacts/" + id, "/artifacts/" + id + "/content")) {
      assertThat(bob.api().get(bob.path(route)).status()).as(route).isEqualTo(404);
      assertThat(bob.api().get(ada.path(route)).status()).as(route).isEqualTo(404);
    }
    assertThat(bob.api().delete(bob.path("/artifacts/" + id)).status()).isEqualTo(404);
    assertThat(bob.api().get(bob.path("/artifacts")).body().path("total").asInt()).isZero();
    for (String tool : List.of("run_cmd", "run_cmd_async")) {
      Api.Reply taken =
          bob.reply(
              tool,
              Map.of(
                  "arguments",
                  Map.of(
                      "skill_name",
                      SKILL,
                      "command",
                      "cat inputs/x",
                      "inputs",
                      List.of(Map.of("artifact_id", id, "mount_path", "x")))));
      assertThat(taken.status()).as(tool).isEqualTo(404);
    }
    assertThat(ada.api().get(ada.path("/artifacts/" + id + "/content")).response().body())
        .isEqualTo("secret");
  }

  @Test
  void a_call_gets_artifacts_and_makes_some() {
    String id = upload(ada, "in.csv", "a,b\nx,2\ny,3\n");
    JsonNode result =
        ada.result(
            "run_cmd",
            Map.of(
                "skill_name",
                SKILL,
                "command",
                "sh scripts/sum.sh inputs/data.csv && printf '\\211PNG\\r\\n\\032\\n' > p.bin"
                    + " && : > empty && mkdir folder && ln -s /etc/passwd link"
                    + " && head -c 21000000 /dev/zero > big",
                "inputs",
                List.of(Map.of("artifact_id", id, "mount_path", "/any/where/data.csv")),
                "outputs",
                List.of(
                    Map.of("path", "totals.txt", "save_as", "../sums.txt"),
                    Map.of("path", "./p.bin"),
                    Map.of("path", "empty"),
                    Map.of("path", "folder"),
                    Map.of("path", "link"),
                    Map.of("path", "big"),
                    Map.of("path", "gone"),
                    Map.of("path", "../../skills/x"),
                    Map.of("path", "/etc/passwd"))));
    JsonNode created = result.path("created_artifacts");
    assertThat(created).hasSize(2);
    assertThat(created.path(0).path("filename").asString()).isEqualTo("sums.txt");
    assertThat(created.path(0).path("path").asString()).isEqualTo("totals.txt");
    assertThat(created.path(1).path("mime").asString()).isEqualTo("image/png");
    assertThat(
            ada.api()
                .get(
                    ada.path(
                        "/artifacts/"
                            + created.path(0).path("artifact_id").asString()
                            + "/content"))
                .response()
                .body())
        .isEqualTo("total: 5\n");
    assertThat(
            result.path("output_errors").valueStream().map(each -> each.path("error").asString()))
        .containsExactly(
            "output is empty",
            "output is not a file",
            "output is not a file",
            "output exceeds size limit",
            "output not found",
            "output path escapes sandbox",
            "output path escapes sandbox");
  }

  @Test
  void a_task_makes_artifacts_also_when_it_fails_and_names_of_inputs_are_checked() {
    String id = upload(ada, "in.txt", "hello");
    Map<String, Object> one = Map.of("artifact_id", id, "mount_path", "a");
    for (List<Map<String, Object>> wrong :
        List.of(
            List.of(one, Map.<String, Object>of("artifact_id", id, "mount_path", "b/a")),
            List.of(Map.<String, Object>of("artifact_id", id, "mount_path", "..")),
            List.of(Map.<String, Object>of("artifact_id", id, "mount_path", "x/")))) {
      Api.Reply refused =
          ada.reply(
              "run_cmd",
              Map.of("arguments", Map.of("skill_name", SKILL, "command", "true", "inputs", wrong)));
      assertThat(refused.status()).as(wrong.toString()).isEqualTo(400);
    }
    String task =
        ada.result(
                "run_cmd_async",
                Map.of(
                    "skill_name",
                    SKILL,
                    "command",
                    "tr a-z A-Z < inputs/a > out; exit 3",
                    "inputs",
                    List.of(one),
                    "outputs",
                    List.of(Map.of("path", "out"))))
            .path("task_id")
            .asString();
    JsonNode ended =
        ada.call("task_watch", Map.of("provider", "bg", "task_id", task)).path("result");
    assertThat(ended.path("exit_code").asInt()).isEqualTo(3);
    JsonNode made = ended.path("created_artifacts").path(0);
    assertThat(made.path("sha256").asString()).isEqualTo(sha256("HELLO"));
    JsonNode listed =
        ada.api()
            .get(ada.path("/artifacts/" + made.path("artifact_id").asString()))
            .body()
            .path("artifact");
    assertThat(listed.path("task_id").asString()).isEqualTo(task);
  }

  @Test
  void artifacts_end_with_their_project_and_what_a_dead_server_left_is_removed() {
    ToolClient mine = ToolClient.fresh(ada.api(), SKILL);
    UUID kept = UUID.fromString(upload(mine, "a.txt", "a"));
    UUID half = UUID.fromString(upload(mine, "b.txt", "b"));
    BlobStore blobs = server.part(BlobStore.class);
    server
        .part(JdbcClient.class)
        .sql(
            "update project_artifact set state = 'incoming', created_at = now() - interval '2 hours' where id = ?")
        .param(half)
        .update();
    server.part(ToolCalls.class).reap();
    assertThat(blobs.contains(ArtifactStore.key(half))).isFalse();
    assertThat(blobs.contains(ArtifactStore.key(kept))).isTrue();
    assertThat(ada.api().delete(mine.path("")).status()).isEqualTo(204);
    assertThat(blobs.contains(ArtifactStore.key(kept))).isFalse();
  }
}
