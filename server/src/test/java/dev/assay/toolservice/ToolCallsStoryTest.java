package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.sandbox.SandboxKeeper;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Tools called over HTTP, in real sandboxes.
@ResourceLock(TestServer.SHARED)
class ToolCallsStoryTest {
  private static final String SKILL = "column-sums";
  private static TestServer server;
  private static ToolClient calls;
  private static ToolClient sessions;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    calls = ToolClient.fresh(server.admin(), SKILL);
    sessions = ToolClient.fresh(server.admin(), SKILL).reusing("session");
  }

  @Test
  void load_gives_files_as_they_were_admitted_and_no_others() {
    JsonNode loaded = calls.result("load", Map.of("skill_name", SKILL));
    assertThat(loaded.path("content").asString()).contains("# Column sums");
    assertThat(loaded.path("version_hash").asString()).hasSize(64);
    assertThat(
            calls
                .result("load", Map.of("skill_name", SKILL, "path", "references/rounding.md"))
                .path("content")
                .asString())
        .isEqualTo("Totals are not rounded.\n");
    for (String path : List.of("../SKILL.md", "/etc/passwd", "nothing.md")) {
      Api.Reply refused =
          calls.reply("load", Map.of("arguments", Map.of("skill_name", SKILL, "path", path)));
      assertThat(refused.status()).as(path).isEqualTo(404);
      assertThat(refused.body().path("result").path("error_code").asString())
          .isEqualTo("not_found");
    }
  }

  @Test
  void a_command_runs_in_a_writable_copy_of_the_skill_offline_and_leaves_nothing() {
    JsonNode result =
        calls.result(
            "run_cmd",
            Map.of(
                "skill_name",
                SKILL,
                "command",
                "printf 'a,b\\nx,2\\ny,3\\n' > in.csv && sh scripts/sum.sh in.csv && cat totals.txt"));
    assertThat(result.path("stdout").asString()).isEqualTo("total: 5\ntotal: 5\n");
    assertThat(result.path("workdir").asString()).isEqualTo("skill");
    assertThat(result.path("timing").path("duration_ms").isNumber()).isTrue();
    JsonNode failed =
        calls.call("run_cmd", Map.of("skill_name", SKILL, "command", "ls totals.txt; exit 7"));
    assertThat(failed.path("status").asString()).isEqualTo("failed");
    assertThat(failed.path("result").path("exit_code").asInt()).isEqualTo(7);
    assertThat(failed.path("result").path("stderr").asString()).contains("totals.txt");
    assertThat(sessionsOf(calls)).isEmpty();
    assertThat(sandboxesOf(calls)).isZero();
  }

  @Test
  void what_takes_too_long_is_killed_and_says_so() {
    JsonNode answer =
        calls.call(
            "run_cmd", Map.of("skill_name", SKILL, "command", "sleep 600", "timeout_sec", 1));
    assertThat(answer.path("result").path("error_code").asString()).isEqualTo("tool_timeout");
    assertThat(answer.path("result").path("exit_code").asInt()).isEqualTo(124);
  }

  @Test
  void arguments_are_checked_strictly() {
    List<Map<String, Object>> wrong =
        List.of(
            Map.of("skill_name", SKILL),
            Map.of("skill_name", SKILL, "command", ""),
            Map.of("skill_name", SKILL, "command", "true", "timeout_sec", 121),
            Map.of("skill_name", SKILL, "command", "true", "shell", "bash"),
            Map.of("skill_name", SKILL, "command", "true", "session_id", "a/b"),
            Map.of("skill_name", 7, "command", "true"));
    for (Map<String, Object> arguments : wrong) {
      Api.Reply refused = calls.reply("run_cmd", Map.of("arguments", arguments));
      assertThat(refused.status()).as(arguments.toString()).isEqualTo(400);
      assertThat(refused.body().path("result").path("error").path("code").asString())
          .isEqualTo("bad_request");
    }
    for (String workdir : List.of("../x", "/tmp", "a/../b", "a//b", ".hidden")) {
      Api.Reply refused =
          calls.reply(
              "run_cmd_async",
              Map.of(
                  "arguments", Map.of("skill_name", SKILL, "command", "true", "workdir", workdir)));
      assertThat(refused.status()).as(workdir).isEqualTo(400);
    }
    assertThat(calls.reply("no_such_tool", Map.of("arguments", Map.of())).status()).isEqualTo(404);
  }

  @Test
  void a_session_keeps_files_and_one_agent_never_meets_another() {
    Map<String, Object> write =
        Map.of("skill_name", SKILL, "session_id", "s1", "command", "echo mine > note.txt");
    Map<String, Object> read =
        Map.of("skill_name", SKILL, "session_id", "s1", "command", "cat note.txt");
    sessions.result("run_cmd", write);
    assertThat(sessions.result("run_cmd", read).path("stdout").asString()).isEqualTo("mine\n");
    JsonNode other =
        sessions.reply("run_cmd", Map.of("arguments", read, "agent_id", "other")).body();
    assertThat(other.path("status").asString()).isEqualTo("failed");
    assertThat(other.path("result").path("stdout").asString()).isEmpty();
    // ambiguous spellings of a joined key
    sessions.reply("run_cmd", Map.of("arguments", write, "agent_id", "a_b"));
    Map<String, Object> joined =
        Map.of("skill_name", SKILL, "session_id", "b_s1", "command", "cat note.txt");
    assertThat(
            sessions
                .reply("run_cmd", Map.of("arguments", joined, "agent_id", "a"))
                .body()
                .path("status")
                .asString())
        .isEqualTo("failed");
  }

  @Test
  void activation_brings_back_the_files_and_keeps_what_was_made() {
    Map<String, Object> spoil =
        Map.of(
            "skill_name", SKILL, "session_id", "s2", "command", "echo x > SKILL.md; echo y > mine");
    sessions.result("run_cmd", spoil);
    JsonNode active = sessions.result("activate", Map.of("skill_name", SKILL, "session_id", "s2"));
    assertThat(active.path("version").asInt()).isEqualTo(1);
    JsonNode after =
        sessions.result(
            "run_cmd",
            Map.of(
                "skill_name",
                SKILL,
                "session_id",
                "s2",
                "command",
                "grep Column SKILL.md; cat mine"));
    assertThat(after.path("stdout").asString()).isEqualTo("# Column sums\ny\n");
  }

  @Test
  void a_query_command_says_how_a_strange_task_stands() {
    Map<String, Object> query =
        Map.of(
            "provider",
            "cmd",
            "skill_name",
            SKILL,
            "session_id",
            "q",
            "query_command",
            "echo '{\"state\": \"completed\", \"percent\": 100}'",
            "progress_field",
            "percent");
    JsonNode seen = sessions.result("task_status", query);
    assertThat(seen.path("state").asString()).isEqualTo("completed");
    assertThat(seen.path("done").asBoolean()).isTrue();
    assertThat(seen.path("progress").asInt()).isEqualTo(100);
    assertThat(sessions.result("task_watch", query).path("done").asBoolean()).isTrue();
  }

  @Test
  void a_call_that_comes_twice_is_done_once_however_long_its_id_is() {
    String id = "call-".repeat(1000);
    Map<String, Object> body =
        Map.of(
            "tool_call_id",
            id,
            "arguments",
            Map.of(
                "skill_name",
                SKILL,
                "session_id",
                "once",
                "command",
                "echo x >> count; cat count"));
    JsonNode first = sessions.reply("run_cmd", body).body().path("result");
    JsonNode second = sessions.reply("run_cmd", body).body().path("result");
    assertThat(first.path("stdout").asString()).isEqualTo("x\n");
    assertThat(second.path("stdout").asString()).isEqualTo("x\n");
  }

  @Test
  void a_skill_that_is_withdrawn_or_disabled_can_no_longer_be_called() {
    String name = "gone-" + UUID.randomUUID().toString().substring(0, 6);
    String id =
        new AdmittedSkill(name, "Does nothing.", Map.of("SKILL.md", "# Nothing\n")).admit(server);
    ToolClient project = ToolClient.fresh(server.admin(), name);
    Map<String, Object> run = Map.of("skill_name", name, "command", "true");
    project.result("run_cmd", run);
    Api admin = server.admin();
    admin.patch(project.path("/skills/" + name), Map.of("enabled", false));
    assertThat(project.reply("run_cmd", Map.of("arguments", run)).status()).isEqualTo(404);
    admin.patch(project.path("/skills/" + name), Map.of("enabled", true));
    project.result("run_cmd", run);
    AdmittedSkill.status(server, id, "rollback_pending");
    assertThat(project.reply("run_cmd", Map.of("arguments", run)).status()).isEqualTo(404);
    assertThat(admin.send("PUT", project.path("/skills/" + name), "{}").status()).isEqualTo(404);
    assertThat(admin.get(project.path("/skills/" + name)).body().path("usable").asBoolean())
        .isFalse();
    assertThat(
            admin
                .send("POST", project.path("/skills/" + name + ":activate"), "{\"version\": 9}")
                .status())
        .isEqualTo(404);
  }

  @Test
  void where_there_is_no_room_a_caller_learns_when_to_come_again() {
    ToolClient full = ToolClient.fresh(server.admin(), SKILL).reusing("session");
    server
        .part(JdbcClient.class)
        .sql(
            """
            insert into tool_session (id, project, agent, alias, kept, created_at, used_at, ends_at)
            select gen_random_uuid(), ?, 'a', n::text, true, now(), now(), now() + interval '1 hour'
            from generate_series(1, 50) n
            """)
        .param(full.project())
        .update();
    Api.Reply sent =
        full.reply(
            "run_cmd",
            Map.of("arguments", Map.of("skill_name", SKILL, "session_id", "x", "command", "true")));
    assertThat(sent.status()).isEqualTo(429);
    assertThat(sent.header("Retry-After")).isEqualTo("5");
    assertThat(sent.body().path("result").path("error").path("retryable").asBoolean()).isTrue();
    assertThat(server.admin().delete(full.path("")).status()).isEqualTo(204);
  }

  @Test
  void old_sessions_are_reaped_with_their_sandboxes_and_deleted_projects_leave_nothing() {
    ToolClient project = ToolClient.fresh(server.admin(), SKILL).reusing("project_agent");
    project.result("run_cmd", Map.of("skill_name", SKILL, "command", "true"));
    assertThat(sandboxesOf(project)).isEqualTo(1);
    assertThat(server.part(SandboxKeeper.class).list())
        .filteredOn(lease -> project.project().equals(lease.labels().get("project")))
        .allMatch(lease -> lease.network().equals("blocked"));
    server
        .part(JdbcClient.class)
        .sql("update tool_session set used_at = used_at - interval '2 hours' where project = ?")
        .param(project.project())
        .update();
    server.part(ToolCalls.class).reap();
    assertThat(sessionsOf(project)).isEmpty();
    assertThat(sandboxesOf(project)).isZero();
    project.result("run_cmd_async", Map.of("skill_name", SKILL, "command", "sleep 600"));
    assertThat(server.admin().delete(project.path("")).status()).isEqualTo(204);
    assertThat(server.admin().get(project.path("")).status()).isEqualTo(404);
    assertThat(sandboxesOf(project)).isZero();
  }

  private static List<JsonNode> sessionsOf(ToolClient client) {
    return client
        .api()
        .get(client.path("/sessions"))
        .body()
        .path("sessions")
        .valueStream()
        .toList();
  }

  private static long sandboxesOf(ToolClient client) {
    return server.part(SandboxKeeper.class).list().stream()
        .filter(lease -> client.project().equals(lease.labels().get("project")))
        .count();
  }
}
