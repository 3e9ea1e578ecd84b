package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Services whose ports are reached from outside.
@ResourceLock(TestServer.SHARED)
class ServicePortsStoryTest {
  private static final String SKILL = "column-sums";

  /// Listens on every address, answers each line with its name and the line, and stops listening
  /// after `quit`.
  private static final String SERVER =
      """
      exec perl -MSocket -e '$| = 1; my ($name, $port) = @ARGV;
      socket(S, PF_INET, SOCK_STREAM, 0); setsockopt(S, SOL_SOCKET, SO_REUSEADDR, 1);
      bind(S, sockaddr_in($port, INADDR_ANY)) or die; listen(S, 8); print "listening\\n";
      while (accept(C, S)) { select((select(C), $| = 1)[0]); my $line = <C>; print C "$name $line";
        close C; last if $line =~ /quit/ } close S; sleep 600' %s %d
      """;

  private static ToolClient project;

  @BeforeAll
  static void open() {
    TestServer server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    project = ToolClient.fresh(server.admin(), SKILL).reusing("session");
  }

  private static String service(String name, int port) {
    return project
        .result(
            "run_service",
            Map.of(
                "skill_name",
                SKILL,
                "session_id",
                name,
                "command",
                SERVER.formatted(name, port),
                "ready_pattern",
                "listening",
                "expose_ports",
                List.of(port)))
        .path("task_id")
        .asString();
  }

  private static JsonNode status(String task) {
    return project.result("task_status", Map.of("provider", "bg", "task_id", task));
  }

  private static JsonNode active(String task) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> status(task), seen -> seen.path("exposed_endpoints_active").asBoolean())
        .path("exposed_endpoints")
        .path(0);
  }

  private static String ask(InetAddress address, int port, String line) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 5_000);
      socket.setSoTimeout(10_000);
      try {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      } catch (SocketException e) {
        return ""; // closed before it read us
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void a_port_is_reached_on_loopback_only_as_long_as_the_service_listens() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    int port = freePort();
    String first = service("first", port);
    JsonNode endpoint = active(first);
    assertThat(endpoint.path("port").asInt()).isEqualTo(port);
    assertThat(endpoint.path("host_port").asInt()).as("it was free").isEqualTo(port);
    assertThat(endpoint.path("url").asString()).isEqualTo("http://127.0.0.1:" + port);
    assertThat(status(first).path("startup_ready").asBoolean()).isTrue();
    assertThat(ask(loopback, port, "hello")).isEqualTo("first hello");
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : each.inetAddresses().toList()) {
        if (address instanceof Inet4Address && !address.isLoopbackAddress()) {
          assertThatThrownBy(() -> ask(address, port, "hello"))
              .as(address.toString())
              .isInstanceOf(IOException.class);
        }
      }
    }

    String second = service("second", port);
    int other = active(second).path("host_port").asInt();
    assertThat(other).isNotEqualTo(port).isGreaterThanOrEqualTo(1024);
    assertThat(ask(loopback, other, "hello")).isEqualTo("second hello");
    assertThat(ask(loopback, port, "quit")).isEqualTo("first quit");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !status(first).path("exposed_endpoints_active").asBoolean());
    assertThat(status(first).path("status").asString()).isEqualTo("running");
    assertThat(ask(loopback, port, "hello")).as("closed without an answer").isEmpty();

    for (String task : List.of(first, second)) {
      project.result("task_cancel", Map.of("task_id", task));
      assertThat(status(task).path("exposed_endpoints_active").asBoolean()).isFalse();
    }
    assertThatThrownBy(() -> ask(loopback, other, "hello")).isInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> ask(loopback, port, "hello")).isInstanceOf(ConnectException.class);
  }

  @Test
  void ports_of_the_system_are_not_taken_and_a_silent_server_has_no_active_endpoints() {
    for (List<Integer> wrong : List.of(List.<Integer>of(), List.of(0), List.of(65536))) {
      Api.Reply refused =
          project.reply(
              "run_service",
              Map.of(
                  "arguments",
                  Map.of(
                      "skill_name",
                      SKILL,
                      "session_id",
                      "w",
                      "command",
                      "sleep 600",
                      "expose_ports",
                      wrong)));
      assertThat(refused.status()).as(wrong.toString()).isEqualTo(400);
    }
    String low =
        project
            .result(
                "run_service",
                Map.of(
                    "skill_name",
                    SKILL,
                    "session_id",
                    "low",
                    "command",
                    "sleep 600",
                    "expose_ports",
                    List.of(443)))
            .path("task_id")
            .asString();
    JsonNode seen =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> status(low), now -> now.path("exposed_endpoints").size() == 1);
    assertThat(seen.path("exposed_endpoints").path(0).path("host_port").asInt())
        .isGreaterThanOrEqualTo(1024);
    assertThat(seen.path("exposed_endpoints_active").asBoolean()).isFalse();

    // as it is in the database when the server that led the port here was killed
    JdbcClient jdbc = TestServer.shared().part(JdbcClient.class);
    String dead =
        jdbc.sql(
                """
                insert into tool_run (id, project, kind, session, alias, agent, caller, skill,
                  version, version_hash, workdir, command, timeout_seconds, state, endpoints,
                  endpoints_active, created_at)
                select gen_random_uuid(), project, kind, session, alias, agent, caller, skill,
                  version, version_hash, 'dead', command, timeout_seconds, 'running', endpoints,
                  true, created_at
                from tool_run where id = ?::uuid returning id::text
                """)
            .param(low)
            .query(String.class)
            .single();
    jdbc.sql("insert into live_stream (id) values (?::uuid)").param(dead).update();
    jdbc.sql(
            """
            insert into live_run (id, kind, stream, server, beat_at)
            values (?::uuid, 'tool', ?::uuid, 'dead', clock_timestamp() - interval '4 seconds')
            """)
        .params(dead, dead)
        .update();
    assertThat(status(dead).path("exposed_endpoints_active").asBoolean()).isFalse();
    project.result("task_cancel", Map.of("task_id", low));
  }
}
