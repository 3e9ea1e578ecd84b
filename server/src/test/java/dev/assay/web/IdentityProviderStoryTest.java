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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdentityProviderStoryTest {
  private static final String METADATA = "/.well-known/oauth-protected-resource";
  private static final String MCP = "/api/projects/demo/mcp";

  private static IdentityProvider provider;
  private static TestServer server;

  @BeforeAll
  static void start() {
    provider = IdentityProvider.start("assay");
    server = start(Map.of());
  }

  private static TestServer start(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("ASSAY_OIDC_ISSUER", provider.issuer().toString());
    all.put("ASSAY_OIDC_CLIENT_ID", "assay");
    all.put("ASSAY_OIDC_CLIENT_SECRET", "client secret");
    all.put("ASSAY_OIDC_AUDIENCE", "assay-api");
    return TestServer.start(all);
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
      requireNoDiscovery(caller);
    }
  }

  /// Requires that the server, which takes no tokens of the provider, sends no client there for
  /// one.
  private static void requireNoDiscovery(Api caller) {
    for (String below : List.of("", "/api/projects/demo/mcp")) {
      Api.Reply metadata = caller.get(METADATA + below);
      assertThat(metadata.status()).isEqualTo(404);
      assertThat(metadata.code()).isEqualTo("NOT_FOUND");
    }
    Api.Reply refused = caller.post(MCP, Map.of());
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"assay\"");
  }

  @Test
  void a_client_of_a_project_that_has_no_token_is_led_to_the_provider() {
    String challenge =
        "Bearer realm=\"assay\", resource_metadata=\"%s\"".formatted(server.url() + METADATA + MCP);
    for (Api caller : List.of(server.anonymous(), server.anonymous().as("not-a-token"))) {
      Api.Reply refused = caller.post(MCP, Map.of());
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate")).isEqualTo(challenge);
      assertThat(caller.get("/api/auth/me").header("WWW-Authenticate"))
          .doesNotContain("resource_metadata");
    }
    Api.Reply metadata = server.anonymous().as("not-a-token").get(METADATA + MCP);
    assertThat(metadata.status()).isEqualTo(200);
    assertThat(metadata.header("Content-Type")).startsWith("application/json");
    assertThat(metadata.header("Cache-Control")).contains("no-store");
    assertThat(metadata.body().path("resource").asString()).isEqualTo(server.url() + MCP);
    assertThat(metadata.body().path("authorization_servers").toString())
        .isEqualTo("[\"" + provider.issuer() + "\"]");
    assertThat(metadata.body().path("bearer_methods_supported").toString())
        .isEqualTo("[\"header\"]");
    assertThat(metadata.body().path("scopes_supported").toString())
        .isEqualTo("[\"openid\",\"profile\",\"email\"]");
    assertThat(metadata.response().body()).doesNotContain("secret", "assay-api");
    assertThat(server.anonymous().get(METADATA).body().path("resource").asString())
        .isEqualTo(server.url());
    for (String wrong : List.of("Demo", "a%22b", "-", "a..b", "a%0d%0ab")) {
      String path = MCP.replace("demo", wrong);
      assertThat(server.anonymous().get(METADATA + path).status()).as(wrong).isIn(400, 404);
      assertThat(server.anonymous().post(path, Map.of()).header("WWW-Authenticate"))
          .as(wrong)
          .doesNotContain("resource_metadata");
    }
  }

  @Test
  void behind_a_proxy_the_public_address_counts_also_as_the_audience_of_a_token() {
    String address = "https://assay.example/base";
    try (TestServer behind = start(Map.of("ASSAY_SERVER_PUBLIC_URL", address + "/"))) {
      assertThat(behind.anonymous().post(MCP, Map.of()).header("WWW-Authenticate"))
          .endsWith("resource_metadata=\"%s\"".formatted(address + METADATA + MCP));
      assertThat(behind.anonymous().get(METADATA + MCP).body().path("resource").asString())
          .isEqualTo(address + MCP);
      assertThat(behind.anonymous().get(METADATA).body().path("resource").asString())
          .isEqualTo(address);
      Api robot = behind.anonymous().as(robot(address + MCP));
      assertThat(robot.post(MCP, Map.of()).code()).isEqualTo("PROJECT_NOT_FOUND");
      assertThat(robot.post(MCP.replace("demo", "other"), Map.of()).status()).isEqualTo(401);
      assertThat(robot.get("/api/auth/me").status()).isEqualTo(401);
      assertThat(behind.anonymous().as(robot(address)).post(MCP, Map.of()).status()).isEqualTo(401);
      assertThat(behind.anonymous().as(robot(behind.url() + MCP)).post(MCP, Map.of()).status())
          .as("where it listens is not what it is called")
          .isEqualTo(401);
    }
    assertThat(server.anonymous().as(robot("assay-api")).post(MCP, Map.of()).code())
        .isEqualTo("PROJECT_NOT_FOUND");
    assertThat(server.anonymous().as(robot(server.url() + MCP)).post(MCP, Map.of()).status())
        .as("the header Host proves nothing")
        .isEqualTo(401);
  }

  private static String robot(String audience) {
    return provider.token(
        person("5", "robot", "assay-user"), audience, Instant.now().plusSeconds(60));
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
