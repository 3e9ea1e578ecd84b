package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// Authors get notices about their own skills only.
@ResourceLock(TestServer.SHARED)
class NoticesApiStoryTest {
  private static final String PASSWORD = "a longer good one";
  private final TestServer server = TestServer.shared();
  private final String tag = UUID.randomUUID().toString().substring(0, 8);

  private Api author(String name) {
    assertThat(
            server
                .admin()
                .post(
                    "/api/admin/users",
                    Map.of("username", name, "role", "author", "password", PASSWORD))
                .status())
        .isEqualTo(201);
    return server.anonymous().signIn(name, PASSWORD);
  }

  private static String upload(Api author, String name) {
    return UploadApiStoryTest.upload(author, Archives.skill(name, "Run `wc -w FILE`."))
        .body()
        .path("skill_id")
        .asString();
  }

  @Test
  void a_rejection_reaches_the_author_with_its_reason_until_it_is_read() {
    Api ada = author("ada-" + tag);
    Api bob = author("bob-" + tag);
    String id = upload(ada, "rejected-" + tag);
    server
        .admin()
        .post("/api/admin/skills/" + id + "/reject", Map.of("reason", "It counts wrongly."));

    JsonNode told = ada.get("/api/notices").body();
    assertThat(told.path("unread").asLong()).isEqualTo(1);
    JsonNode notice = told.path("notices").path(0);
    assertThat(notice.path("event").asString()).isEqualTo("rejected");
    assertThat(notice.path("by").asString()).isEqualTo("admin");
    assertThat(notice.path("reason").asString()).isEqualTo("It counts wrongly.");
    assertThat(notice.path("skill_id").asString()).isEqualTo(id);
    assertThat(bob.get("/api/notices").body().path("notices")).isEmpty();

    assertThat(ada.post("/api/notices/read", Map.of()).code()).isEqualTo("BAD_REQUEST");
    assertThat(ada.post("/api/notices/read", Map.of("id", notice.path("id").asLong())).status())
        .isEqualTo(204);
    assertThat(ada.get("/api/notices").body().path("unread").asLong()).isZero();
    assertThat(ada.get("/api/notices").body().path("notices").path(0).path("read").asBoolean())
        .isTrue();
  }

  @Test
  void an_account_that_is_made_anew_under_an_old_name_owns_nothing() {
    String name = "eve-" + tag;
    Api first = author(name);
    String id = upload(first, "owned-" + tag);
    assertThat(first.get("/api/admin/skills/" + id).status()).isEqualTo(200);
    assertThat(server.admin().delete("/api/admin/users/" + name).status()).isEqualTo(204);

    Api second = author(name);
    assertThat(second.get("/api/admin/skills/" + id).status()).isEqualTo(403);
    assertThat(second.post("/api/admin/skills/" + id + "/validate", Map.of()).status())
        .isEqualTo(403);
    assertThat(second.get("/api/admin/skills").body().path("skills")).isEmpty();
    server.admin().post("/api/admin/skills/" + id + "/reject", Map.of("reason", "Gone."));
    assertThat(second.get("/api/notices").body().path("notices")).isEmpty();
  }
}
