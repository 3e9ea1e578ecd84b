package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

@ResourceLock(TestServer.SHARED)
class AuditApiStoryTest {
  private final TestServer server = TestServer.shared();
  private final Api admin = server.admin();
  private final String name = "audited-" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void an_upload_is_written_down_with_its_request_once() {
    Api.Reply uploaded =
        admin.send(
            admin
                .request("/api/admin/skills/upload")
                .header("X-Request-Id", "story." + name)
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofByteArray(form(Archives.skill(name, "Run `wc`.")))));
    assertThat(uploaded.status()).isEqualTo(201);

    JsonNode entry = about(name).get(0);
    assertThat(entry.path("actor").asString()).isEqualTo("admin");
    assertThat(entry.path("action").asString()).isEqualTo("skill_uploaded");
    assertThat(entry.path("object").path("kind").asString()).isEqualTo("skill");
    assertThat(entry.path("object").path("id").asString())
        .isEqualTo(uploaded.body().path("skill_id").asString());
    assertThat(entry.path("after").path("digest").asString())
        .isEqualTo(uploaded.body().path("digest").asString());
    assertThat(entry.path("request_id").asString()).isEqualTo("story." + name);

    admin.send(
        admin
            .request("/api/admin/skills/upload")
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(BodyPublishers.ofByteArray(form(Archives.skill(name, "Run `wc`.")))));
    assertThat(about(name)).hasSize(1);
  }

  @Test
  void everything_about_accounts_and_tokens_is_written_down_without_a_secret() {
    Api.Reply invited = admin.post("/api/admin/users", Map.of("username", name));
    String users = "/api/admin/users/" + name;
    admin.patch(users, Map.of("role", "admin"));
    admin.patch(users, Map.of("disabled", true));
    admin.patch(users, Map.of("disabled", false));
    Api.Reply reset = admin.send("POST", users + "/password-reset", "");
    Api.Reply token = admin.post(users + "/tokens", Map.of("name", "robot " + name));
    String id = token.body().path("id").asString();
    admin.delete(users + "/tokens/" + id);
    Api person = server.anonymous().signIn(name, reset.body().path("one_time_password").asString());
    person.post(
        "/api/auth/password",
        Map.of(
            "current_password",
            reset.body().path("one_time_password").asString(),
            "new_password",
            "another good secret"));
    admin.delete(users);

    assertThat(about(name).findValuesAsString("action"))
        .containsExactly(
            "account_removed",
            "password_changed",
            "signed_in",
            "password_reset",
            "account_enabled",
            "account_disabled",
            "account_role_changed",
            "account_created");
    assertThat(about(name).get(1).path("actor").asString()).isEqualTo(name);
    assertThat(about(name).get(6).path("before").path("role").asString()).isEqualTo("user");
    assertThat(about(name).get(6).path("after").path("role").asString()).isEqualTo("admin");
    assertThat(about(id).findValuesAsString("action"))
        .containsExactly("token_revoked", "token_created");
    assertThat(admin.get("/api/admin/audit?size=500").response().body())
        .doesNotContain(invited.body().path("one_time_password").asString())
        .doesNotContain(reset.body().path("one_time_password").asString())
        .doesNotContain("another good secret")
        .doesNotContain(token.body().path("token").asString());
  }

  @Test
  void who_signs_in_and_who_cannot_is_written_down_and_nobody_can_fill_the_log_with_it() {
    admin.post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    server.anonymous().signIn(name, "a good password");
    JsonNode in = about(name).get(0);
    assertThat(in.path("action").asString()).isEqualTo("signed_in");
    assertThat(in.path("actor").asString()).isEqualTo(name);
    assertThat(in.path("after").path("by").asString()).isEqualTo("password");
    assertThat(in.path("after").path("address").asString()).isNotEmpty();

    for (int i = 0; i < 12; i++) {
      server
          .anonymous()
          .post("/api/auth/login", Map.of("username", name, "password", "guess " + name));
    }
    List<JsonNode> refused =
        about(name)
            .valueStream()
            .filter(each -> each.path("action").asString().equals("sign_in_refused"))
            .toList();
    assertThat(refused).hasSizeBetween(5, 10);
    assertThat(refused.getLast().path("actor").asString()).isEqualTo("?");
    assertThat(refused.getLast().path("after").path("next_wait_seconds").asInt()).isZero();
    assertThat(refused.getFirst().path("after").path("next_wait_seconds").asInt()).isPositive();

    server
        .anonymous()
        .post("/api/auth/login", Map.of("username", "secret-" + name, "password", "x"));
    assertThat(admin.get("/api/admin/audit?size=500").response().body())
        .doesNotContain("guess " + name)
        .doesNotContain("secret-" + name);
  }

  @Test
  void conversations_are_written_down_without_what_is_said() {
    String id =
        admin
            .post("/api/conversations", Map.of("title", "private " + name))
            .body()
            .path("id")
            .asString();
    admin.delete("/api/conversations/" + id);
    assertThat(about(id).findValuesAsString("action"))
        .containsExactly("conversation_deleted", "conversation_created");
    assertThat(about(id).get(0).path("actor").asString()).isEqualTo("admin");
    assertThat(about(id).toString()).doesNotContain("private");
  }

  @Test
  void the_rules_of_the_server_are_at_the_beginning_of_the_log() {
    JsonNode rules =
        admin.get("/api/admin/audit?action=settings_changed").body().path("entries").get(0);
    assertThat(rules.path("after").path("assay.review.four-eyes").asString()).isEqualTo("false");
    assertThat(rules.path("after").toString()).doesNotContain("key").doesNotContain("password");
  }

  @Test
  void what_is_refused_is_not_written_down() {
    admin.post("/api/admin/users", Map.of("username", name, "password", "short"));
    admin.patch("/api/admin/users/" + name, Map.of("role", "admin"));
    admin.delete("/api/admin/users/" + name);
    admin.delete("/api/admin/sandboxes/" + name);
    assertThat(about(name)).isEmpty();
  }

  @Test
  void the_log_is_intact_anchored_in_the_home_and_exported_for_spreadsheets() throws IOException {
    admin.post("/api/tokens", Map.of("name", "=HYPERLINK(\"http://evil\") " + name));
    JsonNode check = admin.get("/api/admin/audit/verify").body();
    assertThat(check.path("intact").asBoolean()).isTrue();
    assertThat(check.path("entries").asLong()).isPositive();
    JsonNode anchor = check.path("anchor");
    assertThat(Files.readString(server.home().auditAnchorFile()))
        .isEqualTo(
            anchor.path("sequence").asString() + " " + anchor.path("hash").asString() + "\n");

    Api.Reply csv = admin.get("/api/admin/audit/export?action=token_created");
    assertThat(csv.header("Content-Type")).startsWith("text/csv");
    List<String> lines = csv.response().body().lines().toList();
    assertThat(lines.getFirst()).startsWith("\"sequence\",\"at\",\"actor\"");
    assertThat(lines).anyMatch(line -> line.contains(",\"'=HYPERLINK(\"\"http://evil\"\") "));
    assertThat(lines.stream().skip(1)).allMatch(line -> line.contains("\"token_created\""));
  }

  @Test
  void pages_go_on_where_they_ended_and_nonsense_is_refused() {
    admin.post("/api/admin/users", Map.of("username", name));
    admin.patch("/api/admin/users/" + name, Map.of("role", "admin"));
    JsonNode first = admin.get("/api/admin/audit?size=1&object=" + name).body();
    JsonNode second =
        admin
            .get("/api/admin/audit?size=1&object=" + name + "&before=" + first.path("next"))
            .body();
    assertThat(first.path("entries").get(0).path("action").asString())
        .isEqualTo("account_role_changed");
    assertThat(second.path("entries").get(0).path("action").asString())
        .isEqualTo("account_created");
    assertThat(second.path("next").isNumber()).isFalse();
    assertThat(
            admin.get("/api/admin/audit?object=" + name + "&to=2020-01-01").body().path("entries"))
        .isEmpty();

    for (String nonsense : List.of("action=sneezed", "from=yesterday", "size=0", "before=x")) {
      assertThat(admin.get("/api/admin/audit?" + nonsense).status()).isEqualTo(400);
    }
  }

  @Test
  void only_admins_read_it() {
    admin.post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    Api user = server.anonymous().signIn(name, "a good password");
    for (String path : List.of("", "/verify", "/export")) {
      assertThat(user.get("/api/admin/audit" + path).status()).isEqualTo(403);
      assertThat(server.anonymous().get("/api/admin/audit" + path).status()).isEqualTo(401);
    }
  }

  private JsonNode about(String object) {
    return admin.get("/api/admin/audit?size=500&object=" + object).body().path("entries");
  }

  private static byte[] form(byte[] archive) {
    byte[] head =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.skill\"\r\n\r\n"
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] tail = "\r\n--b--\r\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return java.nio.ByteBuffer.allocate(head.length + archive.length + tail.length)
        .put(head)
        .put(archive)
        .put(tail)
        .array();
  }
}
