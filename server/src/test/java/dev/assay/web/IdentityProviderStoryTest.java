package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.testkit.IdentityProvider;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdentityProviderStoryTest {
  private static IdentityProvider provider;
  private static TestServer server;

  @BeforeAll
  static void start() {
    provider = IdentityProvider.start("assay");
    server =
        TestServer.start(
            Map.of(
                "ASSAY_OIDC_ISSUER", provider.issuer().toString(),
                "ASSAY_OIDC_CLIENT_ID", "assay",
                "ASSAY_OIDC_CLIENT_SECRET", "client secret",
                "ASSAY_OIDC_AUDIENCE", "assay-api"));
  }

  @AfterAll
  static void stop() {
    server.close();
    provider.close();
  }

  @Test
  void a_person_signs_in_to_the_console_and_gets_the_role_of_the_claim() {
    provider.nextPerson(person("1", "grace", "assay-admin"));
    HttpResponse<String> page = signIn();
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.uri().getPath()).isEqualTo("/");
    assertThat(page.body()).contains("grace · admin");
  }

  @Test
  void a_person_without_a_role_does_not_get_in_and_no_account_is_made() {
    provider.nextPerson(person("2", "mallory", "some-group"));
    HttpResponse<String> page = signIn();
    assertThat(page.statusCode()).isEqualTo(403);
    assertThat(page.body()).contains("gives you no role here");
    assertThat(server.admin().get("/api/admin/users").response().body()).doesNotContain("mallory");
  }

  @Test
  void a_person_with_the_name_of_a_local_account_does_not_become_it() {
    provider.nextPerson(person("3", "admin", "assay-admin"));
    HttpResponse<String> page = signIn();
    assertThat(page.statusCode()).isEqualTo(409);
    assertThat(page.body()).contains("exists already");
  }

  @Test
  void a_disabled_account_stays_out_whatever_the_provider_says() {
    provider.nextPerson(person("4", "linus", "assay-user"));
    assertThat(signIn().statusCode()).isEqualTo(200);
    server.admin().patch("/api/admin/users/linus", Map.of("disabled", true));
    assertThat(signIn().statusCode()).isEqualTo(403);
    assertThat(bearer(person("4", "linus", "assay-user"), "assay-api", 60).status()).isEqualTo(401);
  }

  @Test
  void a_program_may_come_with_a_token_of_the_provider_that_was_made_for_us() {
    Api.Reply reply = bearer(person("5", "robot", "assay-user"), "assay-api", 60);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body().path("username").asString()).isEqualTo("robot");
    assertThat(reply.body().path("role").asString()).isEqualTo("user");
  }

  @Test
  void a_token_for_somebody_else_expired_or_forged_is_refused() {
    Map<String, Object> claims = person("6", "eve", "assay-admin");
    assertThat(bearer(claims, "another-api", 60).status()).isEqualTo(401);
    assertThat(bearer(claims, "assay-api", -600).status()).isEqualTo(401);
    try (IdentityProvider forger = IdentityProvider.start("assay")) {
      String forged = forger.token(claims, "assay-api", Instant.now().plusSeconds(60));
      assertThat(server.anonymous().as(forged).get("/api/auth/me").status()).isEqualTo(401);
    }
    String good = provider.token(claims, "assay-api", Instant.now().plusSeconds(60));
    String tampered = good.substring(0, good.length() - 6) + "AAAAAA";
    assertThat(server.anonymous().as(tampered).get("/api/auth/me").status()).isEqualTo(401);
    assertThat(server.admin().get("/api/admin/users").response().body()).doesNotContain("eve");
  }

  @Test
  void a_server_starts_without_its_provider_and_says_so_at_sign_in() {
    try (TestServer alone =
        TestServer.start(
            Map.of(
                "ASSAY_OIDC_ISSUER", "http://127.0.0.1:1",
                "ASSAY_OIDC_CLIENT_ID", "assay",
                "ASSAY_OIDC_CLIENT_SECRET", "x"))) {
      Api caller = alone.anonymous();
      assertThat(caller.get("/sign-in").response().body())
          .contains("Sign in with your organisation");
      Api.Reply reply =
          caller.send(caller.request("/oauth2/authorization/oidc").header("Accept", "text/html"));
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.response().body()).contains("IDENTITY_PROVIDER_UNAVAILABLE");
      assertThat(alone.admin().get("/api/auth/me").status()).isEqualTo(200);
    }
  }

  private static Map<String, Object> person(String subject, String name, String group) {
    return Map.of("sub", subject, "preferred_username", name, "groups", List.of("staff", group));
  }

  private static Api.Reply bearer(Map<String, Object> claims, String audience, int seconds) {
    String token = provider.token(claims, audience, Instant.now().plusSeconds(seconds));
    return server.anonymous().as(token).get("/api/auth/me");
  }

  /// Follows every redirect of the sign-in, as a browser does.
  private static HttpResponse<String> signIn() {
    try (HttpClient browser =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(Redirect.ALWAYS)
            .build()) {
      return browser.send(
          HttpRequest.newBuilder(URI.create(server.url() + "/oauth2/authorization/oidc"))
              .header("Accept", "text/html")
              .build(),
          BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
