package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The general behaviour of a server: headers, ids, health, forged requests, and a lost database.
@ResourceLock(TestServer.SHARED)
class RunningServerStoryTest {
  private final TestServer server = TestServer.shared();

  @Test
  void pages_forbid_everything_they_do_not_need() {
    Api.Reply page = server.anonymous().get("/sign-in");
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'")
        .contains("script-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
    assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(page.header("Cache-Control")).contains("no-store");
    assertThat(page.header("Server")).isEmpty();
  }

  @Test
  void scripts_and_styles_may_be_kept_by_a_browser() {
    Api.Reply style = server.anonymous().get("/webjars/tabler__core/dist/css/tabler.min.css");
    assertThat(style.status()).isEqualTo(200);
    assertThat(style.header("Cache-Control")).contains("max-age=86400");
  }

  @Test
  void every_answer_has_an_id_and_a_harmless_one_is_taken_over() {
    Api caller = server.anonymous();
    assertThat(caller.get("/api/tokens").header("X-Request-Id")).hasSize(36);
    assertThat(
            caller
                .send(caller.request("/api/tokens").header("X-Request-Id", "abc-1.2_3"))
                .header("X-Request-Id"))
        .isEqualTo("abc-1.2_3");
    assertThat(
            caller
                .send(caller.request("/api/tokens").header("X-Request-Id", "a b"))
                .header("X-Request-Id"))
        .hasSize(36);
  }

  @Test
  void health_is_for_everybody_without_particulars_and_metrics_are_not() {
    for (String path :
        List.of("/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness")) {
      Api.Reply health = server.anonymous().get(path);
      assertThat(health.status()).isEqualTo(200);
      assertThat(health.body().path("status").asString()).isEqualTo("UP");
      assertThat(health.body().has("components")).isFalse();
    }
    assertThat(server.anonymous().get("/actuator/prometheus").status()).isEqualTo(401);
    Api.Reply metrics = server.admin().get("/actuator/prometheus");
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.response().body()).contains("jvm_memory_used_bytes");
    for (String closed : List.of("env", "beans", "heapdump", "configprops", "loggers")) {
      assertThat(server.admin().get("/actuator/" + closed).status()).isEqualTo(404);
    }
  }

  @Test
  void a_form_from_another_site_is_refused() {
    Api caller = server.anonymous();
    Api.Reply forged =
        caller.send(
            caller
                .request("/sign-in")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("username=admin&password=x")));
    assertThat(forged.status()).isEqualTo(403);
    assertThat(forged.header("Set-Cookie")).doesNotContain("assay_session=assay_");
  }

  @Test
  void a_call_that_only_a_cookie_signs_is_refused_without_the_token_against_forgery() {
    Api caller = server.anonymous();
    String session =
        caller
            .post(
                "/api/auth/login",
                Map.of("username", "admin", "password", TestServer.ADMIN_PASSWORD))
            .body()
            .path("token")
            .asString();
    Api.Reply read =
        caller.send(caller.request("/api/auth/me").header("Cookie", "assay_session=" + session));
    assertThat(read.status()).isEqualTo(200);
    Api.Reply forged =
        caller.send(
            caller
                .request("/api/tokens")
                .header("Cookie", "assay_session=" + session)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\": \"forged\"}")));
    assertThat(forged.status()).isEqualTo(403);
    assertThat(server.admin().get("/api/tokens").response().body()).doesNotContain("forged");
  }

  @Test
  void sandboxes_are_listed_and_an_unknown_one_cannot_be_ended() {
    Api admin = server.admin();
    assertThat(admin.get("/api/admin/sandboxes").body().toString()).isEqualTo("{\"sandboxes\":[]}");
    Api.Reply unknown = admin.delete("/api/admin/sandboxes/no-such");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.code()).isEqualTo("SANDBOX_NOT_FOUND");
  }

  @Test
  void a_page_asks_to_sign_in_and_only_leads_back_to_itself() {
    Api caller = server.anonymous();
    Api.Reply asked = caller.send(caller.request("/admin/users").header("Accept", "text/html"));
    assertThat(asked.status()).isEqualTo(302);
    assertThat(asked.header("Location")).isEqualTo("/sign-in?next=%2Fadmin%2Fusers");
    for (String elsewhere :
        List.of(
            "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)")) {
      Api.Reply page =
          caller.get(
              "/sign-in?next="
                  + java.net.URLEncoder.encode(elsewhere, java.nio.charset.StandardCharsets.UTF_8));
      assertThat(page.response().body())
          .contains("name=\"next\" value=\"/\"")
          .doesNotContain("evil");
    }
  }

  @Test
  void a_lost_database_is_told_and_comes_back_by_itself() throws IOException {
    try (TestServer own = TestServer.startWithEmbeddedDatabase()) {
      Api admin = own.admin();
      long postgres =
          Long.parseLong(
              Files.readAllLines(own.home().databaseFolder().resolve("data/postmaster.pid"))
                  .getFirst());
      ProcessHandle.of(postgres).orElseThrow().destroyForcibly();
      await()
          .pollInterval(Duration.ofMillis(20))
          .untilAsserted(
              () -> {
                Api.Reply lost = admin.get("/api/tokens");
                assertThat(lost.status()).isEqualTo(503);
                assertThat(lost.code()).isEqualTo("DATABASE_UNAVAILABLE");
                assertThat(lost.header("Retry-After")).isNotEmpty();
                Api.Reply style =
                    own.anonymous()
                        .send(
                            own.anonymous()
                                .request("/assets/assay.css")
                                .header("Cookie", "assay_session=assay_x"));
                assertThat(style.status()).as("the error page keeps its looks").isEqualTo(200);
              });
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                assertThat(admin.get("/api/tokens").status()).isEqualTo(200);
                assertThat(own.anonymous().get("/actuator/health").status()).isEqualTo(200);
              });
    }
  }
}
