package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// What goes on in the background: tasks, services and jobs, watched and stopped.
@ResourceLock(TestServer.SHARED)
class ToolRunsStoryTest {
  private static final String SKILL = "column-sums";
  private static TestServer server;
  private static ToolClient sessions;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    sessions = ToolClient.fresh(server.admin(), SKILL).reusing("session");
  }

  @Test
  void a_working_directory_is_one_commands_at_a_time_and_services_are_exempt() {
    String task =
        sessions
            .result(
                "run_cmd_async",
                Map.of("skill_name", SKILL, "session_id", "busy", "command", "sleep 600"))
            .path("task_id")
            .asString();
    Map<String, Object> another =
        Map.of("skill_name", SKILL, "session_id", "busy", "command", "true");
    Api.Reply refused = sessions.reply("run_cmd", Map.of("arguments", another));
    assertThat(refused.status()).isEqualTo(409);
    JsonNode detail = refused.body().path("result").path("error_detail");
    assertThat(refused.body().path("result").path("error_code").asString()).isEqualTo("conflict");
    assertThat(detail.path("reason").asString()).isEqualTo("workdir_busy");
    assertThat(detail.path("conflict").path("type").asString()).isEqualTo("task");
    assertThat(detail.path("conflict").path("id").asString()).isEqualTo(task);
    assertThat(detail.path("conflict").path("session_id").asString()).isEqualTo("busy");
    String beside =
        sessions
            .result(
                "run_cmd_async",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "busy",
                    "workdir",
                    "beside",
                    "command",
                    "pwd"))
            .path("task_id")
            .asString();
    JsonNode done = watch(sessions, beside);
    assertThat(done.path("stdout_tail").asString()).endsWith("/beside\n");
    String service =
        sessions
            .result(
                "run_service",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "busy",
                    "command",
                    "echo now ready; sleep 600",
                    "ready_pattern",
                    "now ready"))
            .path("task_id")
            .asString();
    await().until(() -> status(sessions, service).path("startup_ready").asBoolean());
    assertThat(cancel(sessions, service).path("canceled").asBoolean()).isTrue();
    assertThat(cancel(sessions, task).path("canceled").asBoolean()).isTrue();
    sessions.result("run_cmd", another);
  }

  @Test
  void cancelling_stops_the_whole_tree_and_a_final_state_stays() {
    String task =
        sessions
            .result(
                "run_cmd_async",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "tree",
                    "command",
                    "(while :; do date +%s%N > alive; sleep 0.05; done) & echo begun; wait"))
            .path("task_id")
            .asString();
    await().until(() -> status(sessions, task).path("stdout_tail").asString().contains("begun"));
    assertThat(cancel(sessions, task).path("status").asString()).isEqualTo("canceled");
    Map<String, Object> look =
        Map.of(
            "skill_name",
            SKILL,
            "session_id",
            "tree",
            "command",
            "a=$(cat alive); sleep 0.5; test \"$a\" = \"$(cat alive)\"");
    assertThat(sessions.result("run_cmd", look).path("exit_code").asInt()).isZero();
    JsonNode again = cancel(sessions, task);
    assertThat(again.path("canceled").asBoolean()).isFalse();
    assertThat(again.path("status").asString()).isEqualTo("canceled");
    JsonNode seen = status(sessions, task);
    assertThat(seen.path("exit_code").asInt()).isEqualTo(-1);
    assertThat(seen.path("stdout_tail").asString()).isEqualTo("begun\n");
  }

  @Test
  void a_service_that_does_not_get_ready_in_time_is_killed() {
    String service =
        sessions
            .result(
                "run_service",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "slow",
                    "command",
                    "sleep 600",
                    "ready_pattern",
                    "ready",
                    "startup_timeout_sec",
                    1))
            .path("task_id")
            .asString();
    JsonNode ended = watchAny(sessions, service).path("result");
    assertThat(ended.path("status").asString()).isEqualTo("failed");
    assertThat(ended.path("error_message").asString()).isEqualTo("startup_timeout");
  }

  @Test
  void a_job_runs_its_steps_in_order_and_stops_at_the_first_that_fails() {
    String job = job("j1", List.of("echo one > a", "cat a; echo $WHO; exit 3", "echo never"));
    JsonNode ended = sessions.call("job_watch", Map.of("job_id", job));
    assertThat(ended.path("status").asString()).isEqualTo("failed");
    JsonNode result = ended.path("result");
    assertThat(result.path("error_message").asString()).isEqualTo("step_failed");
    assertThat(result.path("current_step_index").asInt()).isEqualTo(1);
    assertThat(result.path("steps").valueStream().map(s -> s.path("status").asString()).toList())
        .containsExactly("succeeded", "failed", "canceled");
    assertThat(result.path("steps").path(1).path("stdout_tail").asString()).isEqualTo("one\nme\n");
    JsonNode late = sessions.result("job_cancel", Map.of("job_id", job, "reason", "too late"));
    assertThat(late.path("status").asString()).isEqualTo("failed");
    assertThat(late.path("canceled").asBoolean()).isFalse();
    assertThat(
            sessions.result("job_status", Map.of("job_id", job)).path("error_message").asString())
        .isEqualTo("step_failed");
  }

  @Test
  void a_cancelled_job_stays_cancelled_with_its_reason() {
    String job = job("j2", List.of("sleep 600", "echo never"));
    await()
        .until(
            () ->
                sessions
                    .result("job_status", Map.of("job_id", job))
                    .path("steps")
                    .path(0)
                    .path("status")
                    .asString()
                    .equals("running"));
    JsonNode now = sessions.result("job_cancel", Map.of("job_id", job, "reason", "not needed"));
    assertThat(now.path("status").asString()).isEqualTo("canceled");
    assertThat(now.path("reason").asString()).isEqualTo("not needed");
    JsonNode seen = sessions.result("job_status", Map.of("job_id", job));
    assertThat(seen.path("steps").valueStream().map(s -> s.path("status").asString()).toList())
        .containsExactly("canceled", "canceled");
  }

  @Test
  void a_watch_ends_with_its_subject_and_a_second_one_is_sent_away() {
    String task =
        sessions
            .result(
                "run_cmd_async",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "watched",
                    "command",
                    "until [ -f go ]; do sleep 0.05; done"))
            .path("task_id")
            .asString();
    await().until(() -> status(sessions, task).path("status").asString().equals("running"));
    Map<String, Object> brief =
        Map.of("provider", "bg", "task_id", task, "timeout_sec", 1, "dedupe_key", "brief");
    JsonNode tooLong = sessions.call("task_watch", brief);
    assertThat(tooLong.path("result").path("last_status").asString()).isEqualTo("running");
    assertThat(tooLong.path("result").path("error_code").asString()).isEqualTo("tool_timeout");
    Thread first = Thread.ofVirtual().start(() -> watch(sessions, task));
    await().until(() -> watched(sessions) == 1);
    JsonNode second = sessions.result("task_watch", Map.of("provider", "bg", "task_id", task));
    assertThat(second.path("task_watch").asString()).isEqualTo("already_running");
    assertThat(first.isAlive()).isTrue();
    sessions.result(
        "run_cmd_async",
        Map.of(
            "skill_name",
            SKILL,
            "session_id",
            "watched",
            "workdir",
            "elsewhere",
            "command",
            "touch ../column-sums/go"));
    await().until(() -> !first.isAlive());
    assertThat(status(sessions, task).path("status").asString()).isEqualTo("succeeded");
  }

  @Test
  void what_a_dead_server_left_is_ended_as_orphaned_and_gives_its_directory_free() {
    String task =
        sessions
            .result(
                "run_cmd_async",
                Map.of("skill_name", SKILL, "session_id", "dead", "command", "sleep 600"))
            .path("task_id")
            .asString();
    await().until(() -> status(sessions, task).path("status").asString().equals("running"));
    // the rows that are there when the server that worked on it is killed
    UUID left = UUID.randomUUID();
    JdbcClient jdbc = server.part(JdbcClient.class);
    jdbc.sql(
            """
            insert into tool_run (id, project, kind, session, alias, agent, caller, skill, version,
              version_hash, workdir, command, timeout_seconds, state, created_at, started_at)
            select :left, project, kind, session, alias, agent, caller, skill, version,
              version_hash, 'left', command, timeout_seconds, state, created_at, started_at
            from tool_run where id = :task::uuid
            """)
        .param("left", left)
        .param("task", task)
        .update();
    jdbc.sql("insert into live_stream (id) values (?)").param(left).update();
    jdbc.sql(
            """
            insert into live_run (id, kind, stream, server, beat_at)
            values (:left, 'tool', :left, 'dead', clock_timestamp() - interval '1 minute')
            """)
        .param("left", left)
        .update();
    JsonNode ended = watchAny(sessions, left.toString()).path("result");
    assertThat(ended.path("status").asString()).isEqualTo("failed");
    assertThat(ended.path("orphaned").asBoolean()).isTrue();
    assertThat(ended.path("exit_code").asInt()).isEqualTo(-1);
    assertThat(cancel(sessions, left.toString()).path("canceled").asBoolean()).isFalse();
    String again =
        sessions
            .result(
                "run_cmd_async",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "dead",
                    "workdir",
                    "left",
                    "command",
                    "true"))
            .path("task_id")
            .asString();
    watch(sessions, again);
    assertThat(status(sessions, task).path("status").asString()).isEqualTo("running");
    cancel(sessions, task);
  }

  private static String job(String session, List<String> commands) {
    return sessions
        .result(
            "start_job",
            Map.of(
                "skill_name",
                SKILL,
                "session_id",
                session,
                "env",
                Map.of("WHO", "you"),
                "steps",
                commands.stream()
                    .map(line -> Map.of("command", line, "env", Map.of("WHO", "me")))
                    .toList()))
        .path("job_id")
        .asString();
  }

  private static int watched(ToolClient client) {
    return server
        .part(JdbcClient.class)
        .sql("select count(*) from tool_watch where project = ?")
        .param(client.project())
        .query(Integer.class)
        .single();
  }

  private static JsonNode status(ToolClient client, String task) {
    return client.result("task_status", Map.of("provider", "bg", "task_id", task));
  }

  private static JsonNode cancel(ToolClient client, String task) {
    return client.result("task_cancel", Map.of("task_id", task));
  }

  private static JsonNode watch(ToolClient client, String task) {
    JsonNode answer = watchAny(client, task);
    assertThat(answer.path("status").asString()).as(answer.toString()).isEqualTo("success");
    return answer.path("result");
  }

  private static JsonNode watchAny(ToolClient client, String task) {
    return client.call("task_watch", Map.of("provider", "bg", "task_id", task));
  }
}
