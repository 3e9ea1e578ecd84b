package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// An API token, even an admin's, cannot change accounts, passwords or tokens. Every route that
/// changes state is in one of the two lists, so a new one must be added to one.
@ResourceLock(TestServer.SHARED)
class TokenRightsStoryTest {
  /// The routes for persons only, with bodies that would change state.
  private static final Map<String, String> FOR_PERSONS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "POST /api/auth/password",
                  "{\"current_password\": \"%s\", \"new_password\": \"another good one\"}"
                      .formatted(TestServer.ADMIN_PASSWORD)),
              Map.entry(
                  "POST /account/password",
                  "current_password=%s&new_password=another+good+one&new_password_again=another+good+one"
                      .formatted(TestServer.ADMIN_PASSWORD.replace(' ', '+'))),
              Map.entry("POST /api/tokens", "{\"name\": \"successor\"}"),
              Map.entry("DELETE /api/tokens/{id}", ""),
              Map.entry("POST /account/tokens", "name=successor&days=1"),
              Map.entry("POST /account/tokens/{id}/revoke", ""),
              Map.entry("POST /api/admin/users/{username}/tokens", "{\"name\": \"successor\"}"),
              Map.entry("DELETE /api/admin/users/{username}/tokens/{id}", ""),
              Map.entry(
                  "POST /api/admin/users", "{\"username\": \"mallory\", \"role\": \"admin\"}"),
              Map.entry("PATCH /api/admin/users/{username}", "{\"disabled\": true}"),
              Map.entry("DELETE /api/admin/users/{username}", ""),
              Map.entry("POST /api/admin/users/{username}/password-reset", ""),
              Map.entry("POST /admin/users", "username=mallory&role=ADMIN"),
              Map.entry("POST /admin/users/{username}/{action}", "")));

  /// The routes that programs may use, and those without a token. A program may also end the token
  /// that it was sent with.
  private static final Set<String> FOR_PROGRAMS =
      new TreeSet<>(
          Set.of(
              "POST /api/auth/login",
              "POST /api/auth/logout",
              "POST /sign-in",
              "POST /sign-out",
              "ANY /error",
              "DELETE /api/admin/sandboxes/{id}",
              "DELETE /api/admin/skills/{id}",
              "DELETE /api/conversations/{id}",
              "DELETE /api/uploads/{id}/files/{name}",
              "PATCH /api/conversations/{id}",
              "POST /admin/full-test",
              "POST /admin/full-test/cancel",
              "POST /admin/full-test/resume",
              "POST /admin/images/{version}/rollback",
              "POST /admin/reviews/{id}/approve",
              "POST /admin/reviews/{id}/reject",
              "POST /admin/sandboxes/{id}/destroy",
              "POST /admin/skills",
              "POST /admin/skills/{id}/cancel",
              "POST /admin/skills/{id}/delete",
              "POST /admin/skills/{id}/resume",
              "POST /admin/skills/{id}/validate",
              "POST /api/admin/images/rollback",
              "POST /api/admin/images/stored/verify",
              "POST /api/admin/skills/full-test",
              "POST /api/admin/skills/full-test/cancel",
              "POST /api/admin/skills/full-test/resume",
              "POST /api/admin/skills/upload",
              "POST /api/admin/skills/{id}/approve",
              "POST /api/admin/skills/{id}/cancel",
              "POST /api/admin/skills/{id}/reject",
              "POST /api/admin/skills/{id}/resume",
              "POST /api/admin/skills/{id}/revalidate",
              "POST /api/admin/skills/{id}/validate",
              "POST /api/conversations",
              "POST /api/conversations/{id}/cancel",
              "POST /api/conversations/{id}/chat",
              "POST /api/uploads/{id}",
              "DELETE /api/projects/{project}",
              "DELETE /api/projects/{project}/artifacts/{id}",
              "DELETE /api/projects/{project}/members/{username}",
              "DELETE /api/projects/{project}/sessions/{id}",
              "DELETE /api/projects/{project}/skills/{name}",
              "DELETE /api/projects/{project}/tools/{tool}",
              "PATCH /api/projects/{project}",
              "PATCH /api/projects/{project}/skills/{name}",
              "POST /api/admin/calibrations",
              "POST /api/notices/read",
              "POST /api/projects",
              "POST /api/projects/{project}/agents/{agent}/messages",
              "POST /api/projects/{project}/artifacts:upload",
              "POST /api/projects/{project}/bootstrap",
              "POST /api/projects/{project}/bus:reset",
              "POST /api/projects/{project}/calls/{call}:result",
              "POST /api/projects/{project}/mcp",
              "POST /api/projects/{project}/parked/{id}:resend",
              "POST /api/projects/{project}/skills/{name}:activate",
              "POST /api/projects/{project}/skills:upload",
              "POST /api/projects/{project}/tools",
              "POST /api/projects/{project}/tools/{tool}:call",
              "POST /api/projects/{project}/turns/{id}:cancel",
              "PUT /api/projects/{project}/members/{username}",
              "PUT /api/projects/{project}/profiles/{profile}",
              "PUT /api/projects/{project}/skills/{name}",
              "POST /projects",
              "POST /projects/{project}/artifacts",
              "POST /projects/{project}/artifacts/{id}/delete",
              "POST /projects/{project}/messages",
              "POST /projects/{project}/runs/{id}/cancel",
              "POST /projects/{project}/sessions/{id}/end",
              "POST /projects/{project}/skills",
              "POST /projects/{project}/skills/{name}/disable",
              "POST /projects/{project}/turns/{id}/cancel",
              "POST /chat",
              "POST /chat/{id}/change",
              "POST /chat/{id}/delete",
              "POST /chat/{id}/files",
              "POST /chat/{id}/files/delete",
              "POST /chat/{id}/say",
              "POST /chat/{id}/stop"));

  private static final List<String> ACTIONS =
      List.of("make-admin", "make-user", "disable", "enable", "reset-password", "remove");

  private final TestServer server = TestServer.shared();

  private Set<String> routes() {
    Set<String> all = new TreeSet<>();
    server.admin(); // the first request sets the routes up
    Objects.requireNonNull(server.part(DispatcherServlet.class).getHandlerMappings()).stream()
        .filter(RequestMappingHandlerMapping.class::isInstance)
        .map(RequestMappingHandlerMapping.class::cast)
        .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
        .forEach(
            route -> {
              Set<RequestMethod> methods = new TreeSet<>(route.getMethodsCondition().getMethods());
              methods.removeAll(Set.of(RequestMethod.GET, RequestMethod.HEAD));
              boolean any = route.getMethodsCondition().getMethods().isEmpty();
              for (String path : route.getPatternValues()) {
                methods.forEach(method -> all.add(method + " " + path));
                if (any) {
                  all.add("ANY " + path);
                }
              }
            });
    return all;
  }

  @Test
  void every_route_that_changes_something_is_known_to_be_for_persons_or_for_programs() {
    Set<String> known = new TreeSet<>(FOR_PERSONS.keySet());
    known.addAll(FOR_PROGRAMS);
    assertThat(routes()).isEqualTo(known);
  }

  @Test
  void an_api_token_changes_no_account_no_password_and_no_token() {
    Api admin = server.admin();
    String victim = "u" + UUID.randomUUID().toString().substring(0, 8);
    admin.post("/api/admin/users", Map.of("username", victim, "password", "a good password"));
    Api.Reply made = admin.post("/api/tokens", Map.of("name", "program"));
    Api program = server.anonymous().as(made.body().path("token").asString());
    String id = made.body().path("id").asString();
    Object before = state();

    FOR_PERSONS.forEach(
        (route, body) -> {
          for (String action : route.contains("{action}") ? ACTIONS : List.of("")) {
            String[] words = route.split(" ", -1);
            String path =
                words[1]
                    .replace("{username}", victim)
                    .replace("{id}", id)
                    .replace("{action}", action);
            boolean json = path.startsWith("/api/");
            Api.Reply reply =
                program.send(
                    program
                        .request(path)
                        .header(
                            "Content-Type",
                            json ? "application/json" : "application/x-www-form-urlencoded")
                        .method(words[0], BodyPublishers.ofString(body)));
            assertThat(reply.status()).as(route + " " + action).isEqualTo(403);
            assertThat(reply.response().body()).as(route).contains("An API token cannot change");
          }
        });

    assertThat(state()).isEqualTo(before);
    assertThat(program.get("/api/auth/me").status()).isEqualTo(200);
    assertThat(program.post("/api/auth/logout", Map.of()).status()).isEqualTo(204);
    assertThat(program.get("/api/auth/me").status()).isEqualTo(401);
  }

  /// Returns all state that a request could have changed.
  private Object state() {
    JdbcClient jdbc = server.part(JdbcClient.class);
    return List.of(
        jdbc.sql("select * from account order by id").query().listOfRows().toString(),
        jdbc.sql(
                "select id, account_id, kind, name from access_token where kind = 'api' order by id")
            .query()
            .listOfRows()
            .toString());
  }
}
