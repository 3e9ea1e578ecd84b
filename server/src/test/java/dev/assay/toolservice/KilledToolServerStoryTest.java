package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.validation.KillableGate;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import tools.jackson.databind.JsonNode;

/// A real server process, killed with SIGKILL while services, tasks and jobs of a project run.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_KILLS",
    matches = ".+",
    disabledReason = "half a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
class KilledToolServerStoryTest {
  private static final String SKILL = "column-sums";
  private static final int PLACES = 3;

  /// Every process that a run starts has it in its command line.
  private final String mark = "mark-" + UUID.randomUUID();

  private final KillableGate killable =
      new KillableGate(Map.of("ASSAY_TOOLS_AT_ONCE", Integer.toString(PLACES)));

  @AfterEach
  void end() throws InterruptedException {
    killable.close();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static String ask(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write("ping\n".getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readNBytes(4), StandardCharsets.UTF_8);
    }
  }

  private String sleep() {
    return "perl -e 'sleep 600' " + mark;
  }

  private List<ProcessHandle> alive() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().filter(line -> line.contains(mark)).isPresent())
        .toList();
  }

  private Map<String, Object> call(String session, String command) {
    return Map.of("skill_name", SKILL, "session_id", session, "command", command);
  }

  /// A service with a daemon beside it that wants to outlive everything.
  private String service(ToolClient project, int port) {
    String command =
        "setsid nohup "
            + sleep()
            + " >/dev/null 2>&1 & exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new("
            + "LocalAddr => \"127.0.0.1\", LocalPort => $ARGV[0], Listen => 5, ReuseAddr => 1) or die;"
            + " while ($c = $s->accept) { $c->autoflush(1); while (<$c>) { print $c $_ } }' "
            + port
            + " "
            + mark;
    return project
        .result(
            "run_service",
            Map.of(
                "skill_name",
                SKILL,
                "session_id",
                "service",
                "command",
                command,
                "expose_ports",
                List.of(port)))
        .path("task_id")
        .asString();
  }

  private static JsonNode status(ToolClient project, String task) {
    return project.result("task_status", Map.of("provider", "bg", "task_id", task));
  }

  private static JsonNode awaitEnd(ToolClient project, String task) {
    return await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> status(project, task),
            seen -> List.of("succeeded", "failed", "canceled").contains(word(seen, "status")));
  }

  private static String word(JsonNode node, String name) {
    return node.path(name).asString("");
  }

  private static int active(ToolClient project, String task) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> status(project, task), seen -> seen.path("exposed_endpoints_active").asBoolean())
        .path("exposed_endpoints")
        .path(0)
        .path("host_port")
        .asInt();
  }

  @Test
  void nothing_of_a_killed_server_is_left_and_its_runs_end_as_orphans() throws Exception {
    Api admin = killable.open();
    AdmittedSkill.columnSums().admit(admin, killable.jdbc());
    ToolClient project = ToolClient.fresh(admin, SKILL).reusing("session");
    int port = freePort();
    String service = service(project, port);
    String job =
        project
            .result(
                "start_job",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "job",
                    "steps",
                    List.of(
                        Map.of("command", "echo one > made"),
                        Map.of("command", sleep()),
                        Map.of("command", "echo three > three"))))
            .path("job_id")
            .asString();
    String task = word(project.result("run_cmd_async", call("task", sleep())), "task_id");
    assertThat(active(project, service)).isEqualTo(port);
    assertThat(ask(port)).isEqualTo("ping");
    await().atMost(Duration.ofSeconds(30)).until(() -> alive().size() >= 4);
    String late = word(project.result("run_cmd_async", call("late", "echo late")), "task_id");
    assertThat(word(status(project, late), "status")).isEqualTo("queued");

    List<ProcessHandle> ours = killable.processes();
    assertThat(ours).hasSizeGreaterThanOrEqualTo(4);
    killable.kill();
    assertThatThrownBy(() -> ask(port)).isInstanceOf(ConnectException.class);
    requireNoProcesses(ours); // also if nobody comes back

    ToolClient again = project.as(killable.open());
    for (String each : List.of(service, task)) {
      JsonNode seen = awaitEnd(again, each);
      assertThat(word(seen, "status")).isEqualTo("failed");
      assertThat(seen.path("orphaned").asBoolean()).isTrue();
      assertThat(word(seen, "orphaned_reason")).isEqualTo("reaper");
      assertThat(word(seen, "error_message")).isEqualTo("orphaned_reaped");
      assertThat(seen.path("exposed_endpoints_active").asBoolean()).isFalse();
    }
    JsonNode ended =
        await()
            .atMost(Duration.ofSeconds(40))
            .until(
                () -> again.result("job_status", Map.of("job_id", job)),
                seen -> !word(seen, "status").equals("running"));
    assertThat(word(ended, "status")).isEqualTo("failed");
    assertThat(ended.path("orphaned").asBoolean()).isTrue();
    assertThat(ended.path("steps").valueStream().map(each -> word(each, "status")))
        .containsExactly("succeeded", "failed", "failed");
    JsonNode waited = awaitEnd(again, late);
    assertThat(word(waited, "status")).as("what waited goes on").isEqualTo("succeeded");
    assertThat(word(waited, "stdout_tail")).isEqualTo("late\n");

    requireNoProcesses(ours);
    assertThat(killable.count("select count(*) from live_run where running")).isZero();
    requireUsable(again, port);
    try (Stream<Path> left = Files.list(killable.home().sandboxFolder().resolve("live"))) {
      assertThat(left.count())
          .as("no more sandboxes than are leased")
          .isLessThanOrEqualTo(killable.count("select count(*) from sandbox_lease"));
    }
  }

  private void requireNoProcesses(List<ProcessHandle> known) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(known).noneMatch(ProcessHandle::isAlive);
              assertThat(alive()).isEmpty();
            });
  }

  /// The places, the sessions with their files and the port are free again.
  private void requireUsable(ToolClient project, int port) throws IOException {
    assertThat(word(project.result("run_cmd", call("job", "cat made; ls three || true")), "stdout"))
        .isEqualTo("one\n");
    String service = service(project, port);
    assertThat(active(project, service)).isEqualTo(port);
    assertThat(ask(port)).isEqualTo("ping");
    for (int i = 1; i < PLACES; i++) {
      String task = word(project.result("run_cmd_async", call("task-" + i, sleep())), "task_id");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> word(status(project, task), "status").equals("running"));
    }
  }
}
