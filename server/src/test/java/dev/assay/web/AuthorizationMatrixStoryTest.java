package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// The permissions of all roles. Every route of the console and the API under `/admin` is in the
/// table, so a new one must be added to it. An admin may do everything. A role that is not listed
/// gets 403, and an allowed GET does not.
@ResourceLock(TestServer.SHARED)
class AuthorizationMatrixStoryTest {
  private static final String ROLES =
      """
      GET /admin/audit: auditor
      GET /admin/audit/verify: auditor
      GET /admin/calibrations: auditor reviewer
      GET /admin/costs: auditor
      GET /admin/full-test: auditor reviewer
      GET /admin/full-test/live: auditor reviewer
      GET /admin/full-test/runs/{run}: auditor reviewer
      GET /admin/gate: auditor reviewer
      GET /admin/images: auditor reviewer
      GET /admin/images/{version}/contents: auditor reviewer
      GET /admin/images/{version}/diff: auditor reviewer
      GET /admin/images/{version}/rollback: auditor reviewer
      GET /admin/reviews: auditor reviewer
      GET /admin/reviews/{id}: auditor reviewer
      GET /admin/sandboxes: auditor
      GET /admin/sandboxes/live: auditor
      GET /admin/settings: auditor
      GET /admin/skills: auditor author reviewer
      GET /admin/skills/{id}: auditor own reviewer
      GET /admin/skills/{id}/delete: auditor reviewer
      GET /admin/skills/{id}/diff: auditor own reviewer
      GET /admin/skills/{id}/live: auditor own reviewer
      GET /admin/skills/{id}/report.md: auditor own reviewer
      GET /admin/skills/{id}/runs/{run}/transcripts/{transcript}: auditor own reviewer
      GET /admin/skills/{id}/{tab}: auditor own reviewer
      GET /admin/users: auditor
      GET /api/admin/audit: auditor
      GET /api/admin/audit/export: auditor
      GET /api/admin/audit/verify: auditor
      GET /api/admin/calibrations: auditor reviewer
      GET /api/admin/conversations: auditor
      GET /api/admin/flaky-skills: auditor reviewer
      GET /api/admin/images: auditor reviewer
      GET /api/admin/images/stored: auditor reviewer
      GET /api/admin/images/{version}: auditor reviewer
      GET /api/admin/images/{version}/contents: auditor reviewer
      GET /api/admin/images/{version}/diff: auditor reviewer
      GET /api/admin/model-costs: auditor
      GET /api/admin/model-costs/days: auditor
      GET /api/admin/model-costs/users: auditor
      GET /api/admin/retention: auditor
      GET /api/admin/reviews: auditor reviewer
      GET /api/admin/sandboxes: auditor
      GET /api/admin/skills: auditor author reviewer
      GET /api/admin/skills/full-test: auditor reviewer
      GET /api/admin/skills/full-test/history: auditor reviewer
      GET /api/admin/skills/full-test/{run}: auditor reviewer
      GET /api/admin/skills/{id}: auditor own reviewer
      GET /api/admin/skills/{id}/diff: auditor own reviewer
      GET /api/admin/skills/{id}/events: auditor own reviewer
      GET /api/admin/skills/{id}/history: auditor own reviewer
      GET /api/admin/skills/{id}/report: auditor own reviewer
      GET /api/admin/skills/{id}/rescore: auditor own reviewer
      GET /api/admin/skills/{id}/runs: auditor own reviewer
      GET /api/admin/skills/{id}/runs/{run}: auditor own reviewer
      GET /api/admin/skills/{id}/runs/{run}/transcripts/{transcript}: auditor own reviewer
      GET /api/admin/skills/{id}/validation-estimate: auditor own reviewer
      GET /api/admin/skills/{id}/validation-status: auditor own reviewer
      GET /api/admin/users: auditor
      GET /api/admin/users/{username}/tokens: auditor
      DELETE /api/admin/sandboxes/{id}:
      DELETE /api/admin/skills/{id}:
      DELETE /api/admin/users/{username}:
      DELETE /api/admin/users/{username}/tokens/{id}:
      PATCH /api/admin/users/{username}:
      POST /admin/full-test:
      POST /admin/full-test/cancel:
      POST /admin/full-test/resume:
      POST /admin/images/{version}/rollback:
      POST /admin/reviews/{id}/approve: reviewer
      POST /admin/reviews/{id}/reject: reviewer
      POST /admin/sandboxes/{id}/destroy:
      POST /admin/skills: author
      POST /admin/skills/{id}/cancel: own
      POST /admin/skills/{id}/delete:
      POST /admin/skills/{id}/resume: own
      POST /admin/skills/{id}/validate: own
      POST /admin/users:
      POST /admin/users/{username}/{action}:
      POST /api/admin/calibrations:
      POST /api/admin/images/rollback:
      POST /api/admin/images/stored/verify:
      POST /api/admin/skills/full-test:
      POST /api/admin/skills/full-test/cancel:
      POST /api/admin/skills/full-test/resume:
      POST /api/admin/skills/upload: author
      POST /api/admin/skills/{id}/approve: reviewer
      POST /api/admin/skills/{id}/cancel: own
      POST /api/admin/skills/{id}/reject: reviewer
      POST /api/admin/skills/{id}/resume: own
      POST /api/admin/skills/{id}/revalidate: own
      POST /api/admin/skills/{id}/validate: own
      POST /api/admin/users:
      POST /api/admin/users/{username}/password-reset:
      POST /api/admin/users/{username}/tokens:
      """;

  private static final List<String> ALL = List.of("reviewer", "author", "auditor", "user");

  private final TestServer server = TestServer.shared();

  private static Map<String, Set<String>> table() {
    Map<String, Set<String>> table = new TreeMap<>();
    ROLES
        .lines()
        .forEach(
            line -> {
              String[] parts = line.split(":", 2);
              table.put(parts[0], Set.of(parts[1].strip().split(" ")));
            });
    return table;
  }

  private Set<String> routes() {
    Set<String> all = new TreeSet<>();
    server.admin(); // the first request sets the routes up
    Objects.requireNonNull(server.part(DispatcherServlet.class).getHandlerMappings()).stream()
        .filter(RequestMappingHandlerMapping.class::isInstance)
        .map(RequestMappingHandlerMapping.class::cast)
        .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
        .forEach(
            route ->
                route.getPatternValues().stream()
                    .filter(path -> !path.equals("/error"))
                    .forEach(
                        path ->
                            (route.getMethodsCondition().getMethods().isEmpty()
                                    ? EnumSet.of(RequestMethod.GET)
                                    : route.getMethodsCondition().getMethods())
                                .forEach(method -> all.add(method + " " + path))));
    return all;
  }

  private Api as(String role) {
    String name = role + "-" + UUID.randomUUID().toString().substring(0, 8);
    assertThat(
            server
                .admin()
                .post(
                    "/api/admin/users",
                    Map.of("username", name, "role", role, "password", "a longer good one"))
                .status())
        .isEqualTo(201);
    return server.anonymous().signIn(name, "a longer good one");
  }

  @Test
  void every_route_answers_the_roles_it_is_for_and_nobody_else() {
    Map<String, Set<String>> table = table();
    Set<String> routes = routes();
    assertThat(routes.stream().filter(AuthorizationMatrixStoryTest::isForAdmins).toList())
        .containsExactlyInAnyOrderElementsOf(table.keySet());
    List<String> wrong = new ArrayList<>();
    for (String role : ALL) {
      Api person = as(role);
      for (String route : routes) {
        boolean reads = route.startsWith("GET ");
        boolean denied =
            isForAdmins(route)
                ? !Objects.requireNonNull(table.get(route)).contains(role)
                : role.equals("auditor") && !reads && !isOwn(route);
        if (denied || (reads && isForAdmins(route) && !route.endsWith("/verify"))) {
          int status = status(person, route);
          if ((status == 403) != denied) {
            wrong.add("%s %s: %d".formatted(role, route, status));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static int status(Api person, String route) {
    String[] words = route.split(" ", 2);
    String path =
        words[1]
            .replace("{id}", UUID.randomUUID().toString())
            .replace("{run}", UUID.randomUUID().toString())
            .replace("{transcript}", UUID.randomUUID().toString())
            .replace("{version}", "v1.0")
            .replaceAll("\\{\\*?[a-z]+}", "nobody");
    return person.send(words[0], path, "").status();
  }

  private static boolean isForAdmins(String route) {
    return route.matches("[A-Z]+ (/api)?/admin(/.*)?");
  }

  /// Tests whether a route is about signing in or out or about the caller's own account.
  private static boolean isOwn(String route) {
    return route.matches("[A-Z]+ (/sign-.*|/account.*|/api/auth/.*|/api/tokens.*)");
  }

  @Test
  void a_refusal_names_the_roles_that_may() {
    Api author = as("author");
    Api.Reply reply = author.get("/api/admin/images");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.body().path("message").asString())
        .isEqualTo(
            "You may not do that as author; it needs the role admin or reviewer or auditor.");
    assertThat(
            author.get("/api/admin/skills/" + UUID.randomUUID()).body().path("message").asString())
        .contains("no skill of yours");
  }

  @Test
  void an_author_sees_own_skills_only_and_no_spelling_of_a_path_gets_around_it() {
    Api ada = as("author");
    Api bob = as("author");
    String skill = "own-" + UUID.randomUUID().toString().substring(0, 8);
    String id =
        UploadApiStoryTest.upload(ada, Archives.skill(skill, "Run `wc -w FILE`."))
            .body()
            .path("skill_id")
            .asString();
    Api.Reply own = ada.get("/api/admin/skills/" + id);
    assertThat(own.status()).isEqualTo(200);
    assertThat(own.body().path("allowed_actions").toString()).isEqualTo("[\"validate\"]");
    assertThat(server.admin().get("/api/admin/skills/" + id).body().path("allowed_actions"))
        .asString()
        .contains("reject", "delete");
    assertThat(ada.get("/api/admin/skills").body().path("skills")).hasSize(1);
    assertThat(ada.get("/api/admin/skills/" + id + "/validation-status").status()).isEqualTo(200);
    assertThat(ada.post("/api/admin/skills/" + id + "/approve", Map.of()).status()).isEqualTo(403);
    assertThat(bob.get("/api/admin/skills").body().path("skills")).isEmpty();
    assertThat(bob.get("/api/admin/skills/" + id).status()).isEqualTo(403);
    assertThat(bob.post("/api/admin/skills/" + id + "/validate", Map.of()).status()).isEqualTo(403);
    Api user = as("user");
    for (String path : List.of("/%61dmin/users", "/api/%61dmin/users", "/admin/%75sers")) {
      assertThat(user.get(path).status()).as(path).isNotEqualTo(200);
    }
  }
}
