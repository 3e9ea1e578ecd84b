package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.sun.net.httpserver.HttpServer;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.NetworkEvidence.Destination;
import dev.assay.skill.sandbox.NetworkEvidence.Lookup;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests of the reachable hosts, and that every attempt is recorded. No test leaves the machine.
interface SandboxNetworks extends SandboxFixture {
  private static Command connect(String host, int port) {
    return Command.of("bash", "-c", "exec 3<>/dev/tcp/" + host + "/" + port)
        .withTimeout(Duration.ofSeconds(20));
  }

  private static HttpServer server(String address) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName(address), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "from the host".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  @Essential
  default void a_blocked_sandbox_was_proved_to_be_offline() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      NetworkEvidence evidence = sandbox.network();
      assertThat(evidence.proof()).isPresent();
      assertThat(evidence.attempted()).isEmpty();
    }
  }

  @Test
  @Essential
  default void a_blocked_connection_fails_at_once_and_is_recorded_by_name() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      var result = sandbox.run(connect("api.example.com", 443));
      assertThat(result.succeeded()).isFalse();
      assertThat(result.outcome()).as("no time-out").isInstanceOf(Outcome.Exited.class);
      assertThat(sandbox.network().attempted()).containsExactly("api.example.com:443");
      Destination seen = sandbox.network().destinations().getFirst();
      assertThat(seen.protocol()).isEqualTo("tcp");
      assertThat(seen.answer()).isEqualTo(NetworkEvidence.Answer.REFUSED);
      assertThat(seen.first()).isNotNull();
    }
  }

  @Test
  default void connections_by_address_are_recorded_over_both_protocol_versions() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(connect("203.0.113.9", 8080));
      sandbox.run(connect("2001:db8::9", 8081));
      assertThat(sandbox.network().attempted())
          .containsExactlyInAnyOrder("203.0.113.9:8080", "2001:db8::9:8081");
    }
  }

  @Test
  default void datagrams_are_recorded() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(Command.of("bash", "-c", "echo hi > /dev/udp/203.0.113.10/5000"));
      assertThat(sandbox.network().destinations())
          .extracting(Destination::protocol, Destination::place)
          .containsExactly(tuple("udp", "203.0.113.10:5000"));
    }
  }

  @Test
  default void a_name_that_is_only_looked_up_counts() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "getent ahostsv4 lonely.example.org >/dev/null || true");
      assertThat(sandbox.network().attempted()).containsExactly("lonely.example.org");
      assertThat(sandbox.network().lookups())
          .extracting(Lookup::name)
          .contains("lonely.example.org");
    }
  }

  @Test
  default void many_fast_attempts_are_all_counted_and_distinct_by_host_and_port() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(
          Command.of(
              "bash",
              "-c",
              "for i in $(seq 1 300); do (exec 3<>/dev/tcp/203.0.113.11/77) 2>/dev/null; done; "
                  + "for i in $(seq 1 50); do (exec 3<>/dev/tcp/203.0.113.12/$i) 2>/dev/null; done; true"));
      NetworkEvidence evidence = sandbox.network();
      assertThat(evidence.attempted()).hasSize(51);
      assertThat(evidence.destinations())
          .filteredOn(d -> d.port() == 77)
          .extracting(Destination::attempts)
          .containsExactly(300L);
    }
  }

  @Test
  @Essential
  default void a_daemon_that_outlives_its_command_is_recorded_too() {
    requires(Feature.NETWORK_RECORDING);
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "setsid bash -c 'exec 3<>/dev/tcp/203.0.113.13/99' >/dev/null 2>&1 </dev/null & wait");
      assertThat(sandbox.network().attempted()).containsExactly("203.0.113.13:99");
    }
  }

  @Test
  default void loopback_inside_works_and_is_never_counted() {
    try (Sandbox sandbox = sandbox()) {
      String answer =
          shell(
              sandbox,
              SandboxLives.ECHO_SERVER
                  + " 4000 & "
                  + "for i in 1 2 3 4 5 6 7 8 9 10; do bash -c 'exec 3<>/dev/tcp/localhost/4000; echo hello >&3; head -n1 <&3' 2>/dev/null && break; sleep 0.1; done");
      assertThat(answer).isEqualTo("hello");
      if (engine().capabilities().has(Feature.NETWORK_RECORDING)) {
        assertThat(sandbox.network().attempted()).isEmpty();
      }
    }
  }

  @Test
  default void the_host_s_loopback_is_out_of_reach_when_blocked() throws IOException {
    assertHostLoopbackOutOfReach(Network.blocked());
  }

  @Test
  default void the_host_s_loopback_is_out_of_reach_when_open() throws IOException {
    assertHostLoopbackOutOfReach(Network.open());
  }

  @Test
  default void the_host_s_loopback_is_out_of_reach_with_an_allow_list() throws IOException {
    assertHostLoopbackOutOfReach(Network.allowing("example.com"));
  }

  private void assertHostLoopbackOutOfReach(Network network) throws IOException {
    HttpServer server = server("127.0.0.1");
    int port = server.getAddress().getPort();
    try (Sandbox sandbox = grantedSandbox(spec().withNetwork(network))) {
      for (String address : List.of("127.0.0.1", "10.0.2.2", "localhost")) {
        Command soon = connect(address, port).withTimeout(Duration.ofSeconds(2));
        assertThat(sandbox.run(soon).succeeded()).describedAs(address).isFalse();
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  default void an_open_sandbox_reaches_neither_the_host_itself_nor_link_local_addresses()
      throws IOException {
    List<String> own = new ArrayList<>(List.of("169.254.169.254"));
    for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
      one.inetAddresses()
          .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress())
          .forEach(a -> own.add(a.getHostAddress()));
    }
    HttpServer server = server("0.0.0.0");
    try (Sandbox sandbox = grantedSandbox(spec().withNetwork(Network.open()))) {
      for (String address : own) {
        assertThat(sandbox.run(connect(address, server.getAddress().getPort())).succeeded())
            .describedAs(address)
            .isFalse();
      }
      if (engine().capabilities().has(Feature.NETWORK_RECORDING)) {
        assertThat(sandbox.network().destinations())
            .allMatch(d -> d.answer() == NetworkEvidence.Answer.REFUSED);
      }
    } finally {
      server.stop(0);
    }
  }

  /// A request to the proxy named in the environment, as curl would send it.
  private static Command throughProxy(String url) {
    return Command.of(
            "bash",
            "-c",
            "p=${http_proxy#http://}; exec 3<>/dev/tcp/${p%:*}/${p#*:}; "
                + "printf 'GET %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' '"
                + url
                + "' '"
                + URI.create(url).getAuthority()
                + "' >&3; cat <&3")
        .withTimeout(Duration.ofSeconds(20));
  }

  @Test
  default void an_allow_list_lets_out_what_is_on_it_and_nothing_else() throws IOException {
    HttpServer server = server("127.0.0.1");
    int port = server.getAddress().getPort();
    try (Sandbox sandbox =
        grantedSandbox(spec().withNetwork(Network.allowing("127.0.0.1:" + port)))) {
      assertThat(sandbox.run(throughProxy("http://127.0.0.1:" + port + "/x")).stdout().text())
          .contains("200")
          .endsWith("from the host");
      assertThat(sandbox.run(throughProxy("http://elsewhere.example.com/")).stdout().text())
          .contains("403");
      assertThat(sandbox.run(connect("203.0.113.14", 80)).succeeded()).isFalse();
      assertThat(sandbox.network().attempted())
          .contains("127.0.0.1:" + port, "elsewhere.example.com:80", "203.0.113.14:80");
      assertThat(sandbox.network().destinations())
          .filteredOn(d -> d.answer() == NetworkEvidence.Answer.PASSED)
          .extracting(Destination::place)
          .containsExactly("127.0.0.1:" + port);
    } finally {
      server.stop(0);
    }
  }

  @Test
  default void an_allowed_host_can_be_reached_through_a_tunnel() throws IOException {
    HttpServer server = server("127.0.0.1");
    String place = "127.0.0.1:" + server.getAddress().getPort();
    String script =
        "p=${https_proxy#http://}; exec 3<>/dev/tcp/${p%:*}/${p#*:}; printf 'CONNECT "
            + place
            + " HTTP/1.1\\r\\n\\r\\nGET / HTTP/1.1\\r\\nHost: "
            + place
            + "\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3";
    try (Sandbox sandbox = grantedSandbox(spec().withNetwork(Network.allowing(place)))) {
      assertThat(
              sandbox
                  .run(Command.of("bash", "-c", script).withTimeout(Duration.ofSeconds(20)))
                  .stdout()
                  .text())
          .startsWith("HTTP/1.1 200 Connection established")
          .endsWith("from the host");
    } finally {
      server.stop(0);
    }
  }

  @Test
  default void an_allowed_name_may_not_lead_to_the_host_s_loopback() throws IOException {
    HttpServer server = server("127.0.0.1");
    int port = server.getAddress().getPort();
    try (Sandbox sandbox =
        grantedSandbox(spec().withNetwork(Network.allowing("localhost:" + port)))) {
      assertThat(sandbox.run(throughProxy("http://localhost:" + port + "/")).stdout().text())
          .contains("403")
          .doesNotContain("from the host");
    } finally {
      server.stop(0);
    }
  }

  @Test
  @Essential
  default void a_blocked_sandbox_reaches_neither_names_nor_addresses() {
    try (Sandbox sandbox = sandbox()) {
      for (String place : List.of("203.0.113.20", "2001:db8::20", "example.com")) {
        var result = sandbox.run(connect(place, 443));
        assertThat(result.outcome()).as(place).isInstanceOf(Outcome.Exited.class);
        assertThat(result.succeeded()).as(place).isFalse();
      }
    }
  }
}
