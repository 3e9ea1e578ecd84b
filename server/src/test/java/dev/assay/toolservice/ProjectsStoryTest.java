package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// Who sees and does what in projects.
@ResourceLock(TestServer.SHARED)
class ProjectsStoryTest {
  private static final String SKILL = "column-sums";
  private static TestServer server;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
  }

  private static Set<String> routes() {
    Set<String> all = new TreeSet<>();
    server.admin();
    Objects.requireNonNull(server.part(DispatcherServlet.class).getHandlerMappings()).stream()
        .filter(RequestMappingHandlerMapping.class::isInstance)
        .map(RequestMappingHandlerMapping.class::cast)
        .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
        .forEach(
            route ->
                route.getPatternValues().stream()
                    .filter(path -> path.contains("{project}"))
                    .forEach(
                        path ->
                            route
                                .getMethodsCondition()
                                .getMethods()
                                .forEach(method -> all.add(method + " " + path))));
    return all;
  }

  private static int status(Api person, String route, String project) {
    String[] words = route.split(" ", 2);
    String path =
        words[1]
            .replace("{project}", project)
            .replace("{tool}", "skills.load")
            .replace("{id}", UUID.randomUUID().toString())
            .replaceAll("\\{\\*?[a-z]+}", "admin");
    if (path.endsWith(":upload") || route.equals("POST /projects/{project}/artifacts")) {
      return new ToolClient(person, project).upload(path, "f.txt", "text").status();
    }
    String query = path.contains("/conversation") ? "?agent=a&channel=public" : "";
    return words[0].equals("GET")
        ? person.get(path + query).status()
        : person.send(words[0], path, body(words[1], words[0])).status();
  }

  /// One that would be accepted.
  private static String body(String path, String method) {
    if (path.contains("/members/") && method.equals("PUT")) {
      return "{\"role\": \"viewer\"}";
    }
    if (path.endsWith(":result")) {
      return "{\"status\": \"success\"}";
    }
    if (path.endsWith(":activate")) {
      return "{\"version\": 1}";
    }
    if (path.endsWith(":call")) {
      return "{\"arguments\": {\"skill_name\": \"column-sums\"}}";
    }
    return method.equals("PATCH") && path.endsWith("{name}") ? "{\"enabled\": true}" : "{}";
  }

  @Test
  void to_strangers_a_project_does_not_exist_on_any_route() {
    ToolClient mine = ToolClient.fresh(server.admin(), SKILL);
    Api stranger = ToolClient.person(server, "user");
    assertThat(
            stranger.post("/api/projects", Map.of("project_id", "of-" + mine.project())).status())
        .isEqualTo(201);
    Set<String> routes = routes();
    assertThat(routes).hasSizeGreaterThan(20);
    List<String> wrong = new ArrayList<>();
    for (String route : routes) {
      int status = status(stranger, route, mine.project());
      if (status != 404) {
        wrong.add(route + ": " + status);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(
            stranger
                .get("/api/projects")
                .body()
                .path("projects")
                .valueStream()
                .map(each -> each.path("project_id").asString()))
        .containsExactly("of-" + mine.project());
    assertThat(server.admin().get(mine.path("")).status()).isEqualTo(200);
    assertThat(server.admin().get(mine.path("/members")).body().path("members")).hasSize(1);
  }

  @Test
  void what_runs_in_one_project_cannot_be_seen_or_stopped_from_another() {
    Api ada = ToolClient.person(server, "user");
    Api bob = ToolClient.person(server, "user");
    ToolClient adas = ToolClient.fresh(ada, SKILL).reusing("session");
    ToolClient bobs = ToolClient.fresh(bob, SKILL).reusing("session");
    Map<String, Object> long1 =
        Map.of("skill_name", SKILL, "session_id", "s", "command", "echo secret > f; sleep 600");
    String task = adas.result("run_cmd_async", long1).path("task_id").asString();
    String job =
        adas.result(
                "start_job",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "t",
                    "steps",
                    List.of(Map.of("command", "sleep 600"))))
            .path("job_id")
            .asString();
    List<Map.Entry<String, Map<String, Object>>> attempts =
        List.of(
            Map.entry("task_status", Map.of("provider", "bg", "task_id", task)),
            Map.entry("task_watch", Map.of("provider", "bg", "task_id", task)),
            Map.entry("task_cancel", Map.of("task_id", task)),
            Map.entry("task_cancel", Map.of("task_id", job)),
            Map.entry("job_status", Map.of("job_id", job)),
            Map.entry("job_watch", Map.of("job_id", job)),
            Map.entry("job_cancel", Map.of("job_id", job)));
    for (Map.Entry<String, Map<String, Object>> attempt : attempts) {
      Api.Reply reply = bobs.reply(attempt.getKey(), Map.of("arguments", attempt.getValue()));
      assertThat(reply.status()).as(attempt.toString()).isEqualTo(404);
    }
    assertThat(bob.get(bobs.path("/runs")).body().path("runs")).isEmpty();
    JsonNode sessions = ada.get(adas.path("/sessions")).body().path("sessions");
    assertThat(sessions).hasSize(2);
    String id = sessions.path(0).path("id").asString();
    assertThat(bob.delete(bobs.path("/sessions/" + id)).status()).isEqualTo(404);
    JsonNode other =
        bobs.call("run_cmd", Map.of("skill_name", SKILL, "session_id", "s", "command", "cat f"));
    assertThat(other.path("result").path("stdout").asString()).isEmpty();
    assertThat(
            adas.result("task_status", Map.of("provider", "bg", "task_id", task))
                .path("status")
                .asString())
        .isIn("queued", "starting", "running");
    assertThat(ada.delete(adas.path("")).status()).isEqualTo(204);
  }

  @Test
  void roles_and_profiles_limit_what_a_member_may_do() {
    Api ada = ToolClient.person(server, "user");
    ToolClient project = ToolClient.fresh(ada, SKILL);
    Api bob = ToolClient.person(server, "user");
    String name = bob.get("/api/auth/me").body().path("username").asString();
    ToolClient bobs = project.as(bob);
    Map<String, Object> load = Map.of("arguments", Map.of("skill_name", SKILL));
    member(project, name, Map.of("role", "viewer"));
    assertThat(bob.get(project.path("/tools")).body().path("tools")).hasSize(12);
    assertThat(bobs.reply("load", load).status()).isEqualTo(403);
    member(project, name, Map.of("role", "caller"));
    assertThat(bobs.reply("load", load).status()).isEqualTo(200);
    assertThat(bob.send("PUT", project.path("/skills/" + SKILL), "{}").status()).isEqualTo(403);
    assertThat(
            ada.send(
                    "PUT",
                    project.path("/profiles/reader"),
                    "{\"allowed_tools\": [\"skills.load\"]}")
                .status())
        .isEqualTo(200);
    member(project, name, Map.of("role", "caller", "profile", "reader"));
    assertThat(bob.get(project.path("/tools")).body().path("tools")).hasSize(1);
    assertThat(bobs.reply("load", load).status()).isEqualTo(200);
    Api.Reply refused =
        bobs.reply("run_cmd", Map.of("arguments", Map.of("skill_name", SKILL, "command", "true")));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(bob.delete(project.path("")).status()).isEqualTo(403);
    String own = ada.get("/api/auth/me").body().path("username").asString();
    assertThat(ada.send("PUT", project.path("/members/" + own), "{\"role\": \"viewer\"}").status())
        .as("a project keeps an owner")
        .isEqualTo(400);
    assertThat(ada.delete(project.path("/members/" + name)).status()).isEqualTo(204);
    assertThat(bobs.reply("load", load).status()).isEqualTo(404);
    assertThat(server.admin().get("/api/admin/audit?object=" + project.project()).response().body())
        .contains("project_created", "project_member_changed", "project_skill_changed");
  }

  private static void member(ToolClient project, String name, Map<String, String> body) {
    assertThat(
            project
                .api()
                .send("PUT", project.path("/members/" + name), ToolClient.json(body))
                .status())
        .isEqualTo(200);
  }

  @Test
  void without_bootstrap_there_are_no_tools_and_names_follow_rules() {
    Api ada = ToolClient.person(server, "user");
    String id = "bare-" + UUID.randomUUID().toString().substring(0, 8);
    ada.post("/api/projects", Map.of("project_id", id));
    ToolClient bare = new ToolClient(ada, id);
    assertThat(bare.reply("load", Map.of("arguments", Map.of("skill_name", SKILL))).status())
        .isEqualTo(404);
    assertThat(ada.post("/api/projects", Map.of("project_id", id)).status()).isEqualTo(409);
    for (String wrong : List.of("", "A", "-a", "a-", "a/b", "a".repeat(64))) {
      assertThat(ada.post("/api/projects", Map.of("project_id", wrong)).status())
          .as(wrong)
          .isEqualTo(400);
    }
  }
}
