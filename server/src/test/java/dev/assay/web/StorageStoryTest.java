package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A server whose disk has less free space than it should.
class StorageStoryTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(Map.of("ASSAY_STORAGE_FREE", "1000 GB"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void assertRefused(Api.Reply reply) {
    assertThat(reply.status()).isEqualTo(507);
    assertThat(reply.code()).isEqualTo("STORAGE_FULL");
    assertThat(reply.response().body())
        .contains("disk space")
        .doesNotContain(server.home().path().toString());
  }

  @Test
  void uploads_runs_and_chats_are_refused_and_nothing_is_left_of_them() throws Exception {
    Api admin = server.admin();
    assertRefused(UploadApiStoryTest.upload(admin, Archives.skill("never-kept", "Run `wc`.")));
    assertRefused(admin.post("/api/admin/skills/" + UUID.randomUUID() + "/validate", Map.of()));
    assertRefused(admin.post("/api/admin/skills/full-test", Map.of()));
    String conversation = admin.post("/api/conversations", Map.of()).body().path("id").asString();
    assertRefused(
        admin.post("/api/conversations/" + conversation + "/chat", Map.of("message", "hello")));

    assertThat(admin.get("/api/admin/skills").body().path("total").asInt(0)).isZero();
    try (Stream<Path> left = Files.list(server.home().incomingFolder())) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whatever_fills_no_disk_goes_on() {
    Api admin = server.admin();
    for (String path : List.of("/api/admin/skills", "/api/conversations", "/api/auth/me")) {
      assertThat(admin.get(path).status()).isEqualTo(200);
    }
    assertThat(admin.get("/actuator/prometheus").response().body())
        .contains("assay_storage_free_bytes");
  }

  @Test
  void the_web_server_keeps_its_files_in_the_home() {
    assertThat(server.home().webFolder().resolve("documents")).isDirectory();
  }
}
