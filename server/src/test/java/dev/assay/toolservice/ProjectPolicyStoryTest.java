package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.SandboxEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// What projects may do beyond using approved skills offline.
@ResourceLock(TestServer.SHARED)
class ProjectPolicyStoryTest {
  private static final String SKILL = "column-sums";
  private static TestServer server;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
  }

  private static AdmittedSkill draft() {
    return new AdmittedSkill(
        "draft-" + UUID.randomUUID().toString().substring(0, 8),
        "Says hello to whoever asks for it. Use it for greetings.",
        Map.of(
            "SKILL.md",
            "# Hello\n\n```sh\nsh scripts/hello.sh\n```\n",
            "scripts/hello.sh",
            "echo hello\n"));
  }

  private static int change(Api person, ToolClient project, Map<String, ?> body) {
    return person.patch(project.path(""), body).status();
  }

  /// How the sandbox of a session that sleeps in a project sees the network.
  private static String network(ToolClient project, String skill) {
    String task =
        project
            .result("run_cmd_async", Map.of("skill_name", skill, "command", "echo up; sleep 600"))
            .path("task_id")
            .asString();
    String seen =
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> sandboxOf(project), Optional::isPresent)
            .orElseThrow()
            .path("network")
            .asString();
    project.result("task_cancel", Map.of("task_id", task));
    return seen;
  }

  private static Optional<JsonNode> sandboxOf(ToolClient project) {
    return server
        .admin()
        .get("/api/admin/sandboxes")
        .body()
        .path("sandboxes")
        .valueStream()
        .filter(each -> each.path("labels").path("project").asString("").equals(project.project()))
        .findFirst();
  }

  @Test
  void what_an_admin_takes_back_does_not_return_with_a_change_that_began_before() {
    ToolClient project = ToolClient.fresh(server.admin(), SKILL);
    assertThat(change(server.admin(), project, Map.of("unreviewed", "allowed"))).isEqualTo(200);
    ToolCalls calls = server.part(ToolCalls.class);
    ProjectAccess before =
        calls
            .projects()
            .enter(
                project.project(),
                new Visitor("local", "local", Visitor.Standing.ADMIN),
                ProjectRole.OWNER);
    assertThat(change(server.admin(), project, Map.of("unreviewed", "refused"))).isEqualTo(200);
    Project after =
        calls.change(before, Optional.of("another title"), Optional.empty(), policy -> policy);
    assertThat(after.policy()).isEqualTo(ProjectPolicy.STRICT);
    assertThat(after.title()).isEqualTo("another title");
  }

  @Test
  void an_uploaded_skill_waits_for_approval_unless_an_admin_let_the_project_use_it() {
    Api owner = ToolClient.person(server, "user");
    Api author = ToolClient.person(server, "author");
    ToolClient project = ToolClient.fresh(owner, SKILL);
    String name = author.get("/api/auth/me").body().path("username").asString();
    assertThat(
            owner.send("PUT", project.path("/members/" + name), "{\"role\": \"editor\"}").status())
        .isEqualTo(200);
    AdmittedSkill draft = draft();
    String path = project.path("/skills:upload");
    assertThat(project.upload(path, "s.zip", draft.archive()).status())
        .as("owners who are no authors upload nothing")
        .isEqualTo(403);
    Api.Reply taken = project.as(author).upload(path, "s.zip", draft.archive());
    assertThat(taken.status()).as(taken.response().body()).isEqualTo(201);
    assertThat(project.as(author).upload(path, "s.zip", "no archive").status()).isEqualTo(400);

    Map<String, Object> call = Map.of("skill_name", draft.name(), "command", "sh scripts/hello.sh");
    assertThat(project.reply("run_cmd", Map.of("arguments", call)).status()).isEqualTo(404);
    JsonNode listed = owner.get(project.path("/skills/" + draft.name())).body();
    assertThat(listed.path("usable").asBoolean()).isFalse();
    assertThat(listed.path("uploaded_version").asInt()).isEqualTo(1);

    assertThat(change(owner, project, Map.of("unreviewed", "allowed"))).isEqualTo(403);
    assertThat(project.reply("run_cmd", Map.of("arguments", call)).status()).isEqualTo(404);
    assertThat(change(server.admin(), project, Map.of("unreviewed", "allowed"))).isEqualTo(200);
    assertThat(project.result("run_cmd", call).path("stdout").asString()).isEqualTo("hello\n");
    assertThat(
            owner.get(project.path("/skills/" + draft.name())).body().path("reviewed").asBoolean())
        .isFalse();

    project.reusing("session");
    Map<String, Object> planted =
        Map.of(
            "skill_name",
            draft.name(),
            "session_id",
            "s",
            "command",
            "mkdir -p ../%s && echo planted > ../%s/note".formatted(SKILL, SKILL));
    assertThat(project.result("run_cmd", planted).path("session_id").asString()).isEqualTo("s");
    assertThat(
            project
                .call(
                    "run_cmd",
                    Map.of("skill_name", SKILL, "session_id", "s", "command", "cat note"))
                .path("result")
                .path("stdout")
                .asString())
        .as("an approved skill sees nothing that an unreviewed one left")
        .isEmpty();
    project.reusing("none");

    ToolClient other = ToolClient.fresh(author, SKILL);
    assertThat(change(server.admin(), other, Map.of("unreviewed", "allowed"))).isEqualTo(200);
    assertThat(author.send("PUT", other.path("/skills/" + draft.name()), "{}").status())
        .as("of another project, and not approved")
        .isEqualTo(404);
    assertThat(other.reply("run_cmd", Map.of("arguments", call)).status()).isEqualTo(404);

    if (server.part(SandboxEngine.class).capabilities().has(Feature.OPEN_NETWORK)) {
      assertThat(change(server.admin(), project, Map.of("network", "open"))).isEqualTo(200);
      assertThat(network(project, SKILL)).isEqualTo("open");
    }
    assertThat(network(project, draft.name())).as("whatever the policy").isEqualTo("blocked");
    String id = taken.body().path("skill_id").asString();
    AdmittedSkill.status(server, id, "rejected");
    assertThat(project.reply("run_cmd", Map.of("arguments", call)).status()).isEqualTo(404);
    AdmittedSkill.status(server, id, "pending");
    assertThat(change(owner, project, Map.of("unreviewed", "refused", "network", "blocked")))
        .as("owners take it back")
        .isEqualTo(200);
    assertThat(project.reply("run_cmd", Map.of("arguments", call)).status()).isEqualTo(404);
    assertThat(network(project, SKILL)).isEqualTo("blocked");
  }

  @Test
  void packages_come_through_the_operators_indexes_and_a_new_policy_ends_what_runs() {
    Api owner = ToolClient.person(server, "user");
    ToolClient project = ToolClient.fresh(owner, SKILL).reusing("session");
    String task =
        project
            .result(
                "run_cmd_async",
                Map.of("skill_name", SKILL, "session_id", "s", "command", "sleep 600"))
            .path("task_id")
            .asString();
    for (Map<String, ?> wrong :
        List.<Map<String, ?>>of(
            Map.of("network", "free"),
            Map.of("network", "allow_list"),
            Map.of("network", "allow_list", "allowed_hosts", List.of("a b")),
            Map.of("allowed_hosts", List.of("a")),
            Map.of("unreviewed", "yes"),
            Map.of("packages", "all"))) {
      assertThat(change(server.admin(), project, wrong)).as(wrong.toString()).isEqualTo(400);
    }
    assertThat(change(owner, project, Map.of("packages", "allowed"))).isEqualTo(403);
    assertThat(change(server.admin(), project, Map.of("packages", "allowed"))).isEqualTo(200);
    JsonNode ended = project.result("task_status", Map.of("provider", "bg", "task_id", task));
    assertThat(ended.path("status").asString()).isEqualTo("canceled");
    assertThat(ended.path("error_message").asString()).isEqualTo("policy changed");
    String ask =
        "echo $PIP_INDEX_URL; perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(\"127.0.0.1:4873\") or die;"
            + " print $s \"GET /x HTTP/1.0\\r\\n\\r\\n\"; print scalar <$s>'";
    JsonNode asked =
        project.result("run_cmd", Map.of("skill_name", SKILL, "session_id", "s", "command", ask));
    assertThat(asked.path("stdout").asString())
        .contains("http://127.0.0.1:4873/")
        .containsPattern("HTTP/1\\.[01] [45]");
    assertThat(server.admin().get("/api/admin/audit?object=" + project.project()).response().body())
        .contains("packages");
  }
}
