package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.net.http.HttpRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

@ResourceLock(TestServer.SHARED)
class AccountsApiStoryTest {
  private final TestServer server = TestServer.shared();
  private final Api admin = server.admin();
  private final String name = "u" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void a_named_token_works_is_listed_without_its_text_and_can_be_revoked() {
    Api.Reply made = admin.post("/api/tokens", Map.of("name", "ci " + name, "expires_in_days", 7));
    assertThat(made.status()).isEqualTo(201);
    String text = made.body().path("token").asString();
    Api program = server.anonymous().as(text);
    assertThat(program.get("/api/auth/me").status()).isEqualTo(200);

    String users = "/api/admin/users";
    for (Api.Reply successor :
        List.of(
            program.post("/api/tokens", Map.of("name", "successor")),
            program.post(users + "/admin/tokens", Map.of("name", "successor")),
            program.post(users, Map.of("username", name, "role", "admin")),
            program.post(users + "/admin/password-reset", Map.of()),
            program.patch(users + "/admin", Map.of("role", "admin")))) {
      assertThat(successor.status()).isEqualTo(403);
      assertThat(successor.code()).isEqualTo("FORBIDDEN");
    }
    assertThat(
            program
                .send(
                    program
                        .request("/account/tokens")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("name=successor&days=9")))
                .status())
        .isEqualTo(403);
    assertThat(admin.get("/api/tokens").response().body()).doesNotContain("successor");

    Api.Reply list = program.get("/api/tokens");
    assertThat(list.response().body()).contains("ci " + name).doesNotContain(text);

    String id = made.body().path("id").asString();
    assertThat(admin.delete("/api/tokens/" + id).status()).isEqualTo(204);
    assertThat(program.get("/api/auth/me").status()).isEqualTo(401);
    Api.Reply again = admin.delete("/api/tokens/" + id);
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.code()).isEqualTo("TOKEN_NOT_FOUND");
    assertThat(admin.delete("/api/tokens/not-an-id").status()).isEqualTo(400);
  }

  @Test
  void an_admin_can_make_a_token_for_an_account_that_only_a_program_uses() {
    admin.post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    Api.Reply made = admin.post("/api/admin/users/" + name + "/tokens", Map.of("name", "robot"));
    Api robot = server.anonymous().as(made.body().path("token").asString());
    assertThat(robot.get("/api/auth/me").body().path("username").asString()).isEqualTo(name);
    assertThat(admin.get("/api/admin/users/" + name + "/tokens").body().path("tokens").size())
        .isEqualTo(1);

    admin.patch("/api/admin/users/" + name, Map.of("disabled", true));
    assertThat(robot.get("/api/auth/me").status()).isEqualTo(401);
    admin.patch("/api/admin/users/" + name, Map.of("disabled", false));
    assertThat(robot.get("/api/auth/me").status()).isEqualTo(401);
  }

  @Test
  void nobody_can_pass_for_the_server_or_the_owner_of_its_home() {
    for (String taken : List.of("assay", "Assay", "local")) {
      Api.Reply refused = admin.post("/api/admin/users", Map.of("username", taken));
      assertThat(refused.status()).as(taken).isEqualTo(400);
      assertThat(refused.body().path("message").asString()).contains("Choose another name");
    }
  }

  @Test
  void an_account_is_made_changed_and_removed() {
    assertThat(admin.post("/api/admin/users", Map.of("username", name)).status()).isEqualTo(201);
    Api.Reply twice = admin.post("/api/admin/users", Map.of("username", name));
    assertThat(twice.status()).isEqualTo(409);
    assertThat(twice.code()).isEqualTo("ACCOUNT_ALREADY_EXISTS");

    JsonNode changed = admin.patch("/api/admin/users/" + name, Map.of("role", "admin")).body();
    assertThat(changed.path("role").asString()).isEqualTo("admin");
    assertThat(admin.patch("/api/admin/users/" + name, Map.of("role", "god")).code())
        .isEqualTo("BAD_REQUEST");
    assertThat(
            admin
                .post("/api/admin/users/" + name + "/password-reset", Map.of())
                .body()
                .path("one_time_password")
                .asString())
        .isNotEmpty();

    assertThat(admin.delete("/api/admin/users/" + name).status()).isEqualTo(204);
    Api.Reply gone = admin.delete("/api/admin/users/" + name);
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.code()).isEqualTo("ACCOUNT_NOT_FOUND");
  }

  @Test
  void a_body_or_a_form_that_is_too_large_is_refused_before_it_is_read() {
    String huge = "x".repeat(1_100_000);
    Api.Reply json = server.anonymous().post("/api/auth/login", Map.of("username", huge));
    assertThat(json.status()).isEqualTo(413);
    assertThat(json.code()).isEqualTo("FILE_TOO_LARGE");
    Api.Reply chunked =
        server
            .anonymous()
            .send(
                server
                    .anonymous()
                    .request("/api/auth/login")
                    .header("Content-Type", "application/json")
                    .POST(
                        java.net.http.HttpRequest.BodyPublishers.ofInputStream(
                            () ->
                                new java.io.ByteArrayInputStream(
                                    ("{\"username\": \"" + huge + "\"}")
                                        .getBytes(java.nio.charset.StandardCharsets.UTF_8)))));
    assertThat(chunked.status()).isEqualTo(413);
    Api.Reply form =
        server
            .anonymous()
            .send(
                server
                    .anonymous()
                    .request("/sign-in")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(
                        java.net.http.HttpRequest.BodyPublishers.ofString(
                            "username=" + "x".repeat(100_000))));
    assertThat(form.status()).isEqualTo(413);
    Api.Reply odd =
        server.anonymous().post("/api/auth/login", Map.of("username", "a\u0000", "password", "x"));
    assertThat(odd.status()).isEqualTo(401);
  }

  @Test
  void every_error_has_the_one_shape() {
    assertShape(admin.get("/api/nothing/here"), 404, "NOT_FOUND");
    assertShape(admin.send("PUT", "/api/tokens", "{}"), 405, "METHOD_NOT_ALLOWED");
    assertShape(
        admin.send(
            admin
                .request("/api/tokens")
                .header("Content-Type", "text/plain")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("x"))),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
    assertShape(
        admin.send(admin.request("/api/tokens").header("Accept", "image/png").GET()),
        406,
        "NOT_ACCEPTABLE");
    assertShape(server.anonymous().get("/api/tokens"), 401, "UNAUTHORIZED");
  }

  @Test
  void the_openapi_document_names_every_operation_once_and_all_fields_as_they_are_sent() {
    Api.Reply document = server.anonymous().get("/api/openapi.json");
    assertThat(document.status()).isEqualTo(200);
    Set<String> ids = new HashSet<>();
    for (JsonNode path : document.body().path("paths")) {
      for (JsonNode operation : path) {
        assertThat(operation.path("summary").asString("")).isNotEmpty();
        assertThat(ids.add(operation.path("operationId").asString(""))).isTrue();
      }
    }
    assertThat(ids).contains("signIn", "createMyToken", "listUsers").doesNotContain("");
    JsonNode schemas = document.body().path("components").path("schemas");
    assertThat(schemas.path("Login").path("properties").has("expires_at")).isTrue();
    assertThat(schemas.path("Error").path("properties").path("code").path("enum").toString())
        .contains("LAST_ADMIN");
    assertThat(document.response().body()).doesNotContain(server.url());
  }

  private static void assertShape(Api.Reply reply, int status, String code) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("Content-Type")).startsWith("application/json");
    assertThat(reply.code()).isEqualTo(code);
    assertThat(reply.body().path("message").asString("")).isNotEmpty();
    assertThat(reply.body().path("details").isObject()).isTrue();
    assertThat(reply.body().size()).isEqualTo(3);
  }
}
