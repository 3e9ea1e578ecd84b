package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(TestServer.SHARED)
class SignInApiStoryTest {
  private final TestServer server = TestServer.shared();
  private final Api admin = server.admin();

  @Test
  void a_password_gives_a_token_that_says_who_one_is_until_it_is_given_back() {
    Api.Reply reply =
        server
            .anonymous()
            .post(
                "/api/auth/login",
                Map.of("username", "admin", "password", TestServer.ADMIN_PASSWORD));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).contains("no-store");
    assertThat(Instant.parse(reply.body().path("expires_at").asString())).isAfter(Instant.now());

    Api caller = server.anonymous().as(reply.body().path("token").asString());
    assertThat(caller.get("/api/auth/me").body().toString())
        .isEqualTo("{\"username\":\"admin\",\"role\":\"admin\",\"must_change_password\":false}");

    assertThat(caller.post("/api/auth/logout", Map.of()).status()).isEqualTo(204);
    assertUnauthorized(caller.get("/api/auth/me"));
  }

  @Test
  void a_refusal_does_not_tell_whether_the_account_exists() {
    Api.Reply wrong = login("admin", "wrong");
    Api.Reply unknown = login(name(), "wrong");
    assertUnauthorized(wrong);
    assertThat(unknown.response().body()).isEqualTo(wrong.response().body());
    assertThat(unknown.status()).isEqualTo(wrong.status());
  }

  @Test
  void guessing_is_slowed() {
    String name = name();
    for (int i = 0; i < 5; i++) {
      assertThat(login(name, "wrong").status()).isEqualTo(401);
    }
    // The first wait is one second, which a busy machine may need for one answer; each is longer.
    Api.Reply slowed = login(name, "wrong");
    for (int i = 0; i < 10 && slowed.status() == 401; i++) {
      slowed = login(name, "wrong");
    }
    assertThat(slowed.status()).isEqualTo(429);
    assertThat(slowed.code()).isEqualTo("TOO_MANY_ATTEMPTS");
    assertThat(Integer.parseInt(slowed.header("Retry-After"))).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer assay_",
        "Bearer assay_local_x",
        "Bearer eyJhbGciOiJub25lIn0.e30.",
        "Basic YWRtaW46YWRtaW4=",
        "assay_x"
      })
  void a_token_that_is_none_is_refused(String header) {
    assertUnauthorized(
        server
            .anonymous()
            .send(server.anonymous().request("/api/auth/me").header("Authorization", header)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/admin/skills?sise=5        | There is no query parameter "sise" here. Known are: page, q,
          /api/admin/skills?size=five     | "size" has the wrong form. Send a whole number, for example 20
          /api/admin/skills/not-an-id     | Send an id, for example
          /api/auth/me?verbose=true       | There is no query parameter "verbose" here. This address takes none
          /api/admin/audit?form=2026-01-01| There is no query parameter "form" here. Known are: action, actor
          """)
  void a_question_that_is_misspelt_is_answered_with_what_is_known(String address, String problem) {
    Api.Reply reply = server.admin().get(address);
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("BAD_REQUEST");
    assertThat(reply.body().path("message").asString()).contains(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                        | "username" is missing
          {"username": "admin"}                     | "password" is missing
          {"username": "admin", "pasword": "secret"}| unknown field "pasword". Known are: password, username
          {"username": ["admin"], "password": "x"}  | a value at "username" has the wrong type. Send a text
          {"username": "admin", "password           | not JSON
          """)
  void a_body_that_is_wrong_is_told_so_without_being_quoted(String body, String problem) {
    Api.Reply reply = server.anonymous().send("POST", "/api/auth/login", body);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("BAD_REQUEST");
    assertThat(reply.body().path("message").asString()).contains(problem).doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/admin/skills/%s/validate  | 400 | takes no body, so nothing in it would count
          /api/admin/skills/full-test    | 400 | takes no body, so nothing in it would count
          /api/auth/logout?all=true      | 400 | There is no query parameter "all" here
          /api/admin/skills/upload       | 415 | Send multipart/form-data, for example: curl -F file=@FILE
          """)
  void what_nobody_would_read_is_refused(String address, int status, String problem) {
    Api.Reply reply =
        admin.send("POST", address.formatted(UUID.randomUUID()), "{\"level\": \"full\"}");
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(status);
    assertThat(reply.body().path("message").asString()).contains(problem);
  }

  @Test
  void a_one_time_password_is_good_for_choosing_a_new_one_only() {
    String name = name();
    String oneTime =
        admin
            .post("/api/admin/users", Map.of("username", name, "role", "admin"))
            .body()
            .path("one_time_password")
            .asString();
    Api invited = server.anonymous().signIn(name, oneTime);
    for (String path : new String[] {"/api/auth/me", "/api/tokens", "/api/admin/users"}) {
      Api.Reply reply = invited.get(path);
      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("FORBIDDEN");
      assertThat(reply.body().path("details").path("reason").asString())
          .isEqualTo("password_change_required");
    }
    assertThat(change(invited, "not it", "a new password").status()).isEqualTo(403);
    Api.Reply poor = change(invited, oneTime, "short");
    assertThat(poor.code()).isEqualTo("PASSWORD_NOT_ACCEPTED");
    assertThat(change(invited, oneTime, "a new password").status()).isEqualTo(204);
    assertThat(invited.get("/api/admin/users").status()).isEqualTo(200);
    assertUnauthorized(login(name, oneTime));
  }

  @Test
  void a_user_reaches_no_admin_route() {
    Api user = newUser();
    for (String path :
        new String[] {"/api/admin/users", "/api/admin/anything", "/api/admin", "/admin/users"}) {
      Api.Reply reply = user.get(path);
      assertThat(reply.status()).as(path).isIn(403, 404);
      assertThat(reply.body().path("users").isMissingNode()).isTrue();
    }
    Api.Reply refused =
        user.post("/api/admin/users", Map.of("username", "mallory", "role", "admin"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("FORBIDDEN");
    assertThat(admin.get("/api/admin/users").response().body()).doesNotContain("mallory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api//admin/users",
        "/api/admin/../admin/users",
        "/API/admin/users",
        "/api/admin/users/",
        "/api/admin/users;x=1",
        "/api/%61dmin/users",
        "/./api/admin/users"
      })
  void a_user_does_not_get_around_the_rules_by_spelling_the_path_oddly(String path) {
    Api user = newUser();
    Api.Reply reply = user.get(path);
    assertThat(reply.status()).isIn(400, 403, 404);
    assertThat(reply.response().body()).doesNotContain("\"username\"");
  }

  @Test
  void the_local_token_is_an_admin_without_an_account() throws IOException {
    String token =
        Files.readString(server.home().serverFile())
            .replaceAll("(?s).*\"token\" : \"([^\"]+)\".*", "$1");
    Api local = server.anonymous().as(token);
    assertThat(local.get("/api/auth/me").body().path("username").asString()).isEqualTo("local");
    assertThat(local.get("/api/admin/users").status()).isEqualTo(200);
    Api.Reply none = local.get("/api/tokens");
    assertThat(none.status()).isEqualTo(403);
    assertThat(none.body().path("message").asString()).contains("belongs to no account");
  }

  private Api newUser() {
    String name = name();
    Api.Reply made =
        admin.post(
            "/api/admin/users",
            Map.of("username", name, "role", "user", "password", "a good password"));
    assertThat(made.status()).isEqualTo(201);
    return server.anonymous().signIn(name, "a good password");
  }

  private Api.Reply login(String username, String password) {
    return server
        .anonymous()
        .post("/api/auth/login", Map.of("username", username, "password", password));
  }

  private static Api.Reply change(Api caller, String current, String chosen) {
    return caller.post(
        "/api/auth/password", Map.of("current_password", current, "new_password", chosen));
  }

  private static String name() {
    return "u" + UUID.randomUUID().toString().substring(0, 8);
  }

  private static void assertUnauthorized(Api.Reply reply) {
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.code()).isEqualTo("UNAUTHORIZED");
    assertThat(reply.header("WWW-Authenticate")).startsWith("Bearer");
  }
}
