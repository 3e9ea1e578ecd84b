package dev.assay.sandbox.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.sandbox.e2b.E2bProvider;
import dev.assay.sandbox.remote.Background.Namespaces;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.engine.MemoryLeases;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a hostile skill finds in a recorded sandbox at a provider, and that what it does there is
/// recorded all the same.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordedSandboxStoryTest {
  private static final SandboxSpec SPEC =
      SandboxSpec.of(SandboxImage.of("e2b", E2bServer.BASE), "test");

  private Background background;
  private E2bServer server;
  private RemoteEngine engine;

  @BeforeAll
  void start() throws IOException {
    background = Background.start(Namespaces.PERMITTED);
    server =
        new E2bServer(
            background.engine(), background.image(), Set.of(Offer.CONNECT, Offer.SNAPSHOTS));
    engine =
        new RemoteEngine(
            new E2bProvider(
                E2bSettings.of("example.test", Secret.of(E2bServer.KEY), E2bServer.BASE)
                    .at(server.api(), Optional.of(server.api()))
                    .with(Background.QUICK),
                InstantSource.system()),
            new MemoryLeases());
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
    assertThat(server.living()).isZero();
    server.close();
    background.close();
  }

  private static CommandResult shell(Sandbox sandbox, String line) {
    return sandbox.run(Command.of("bash", "-c", line).withTimeout(Duration.ofSeconds(20)));
  }

  private static void assertRecords(Sandbox sandbox, int port) {
    shell(sandbox, "exec 3<>/dev/tcp/203.0.113.99/" + port);
    assertThat(sandbox.network().attempted()).contains("203.0.113.99:" + port);
  }

  @Test
  void recording_is_claimed_once_it_was_proved_there() {
    assertThat(engine.capabilities().features())
        .as("%s", engine.capabilities().missing())
        .contains(
            Feature.NETWORK_RECORDING,
            Feature.ACCESS_RECORDING,
            Feature.READ_ONLY_FOLDERS,
            Feature.METRICS);
    long before = server.requests().size();
    assertThat(engine.capabilities().has(Feature.NETWORK_RECORDING)).isTrue();
    assertThat(server.requests()).as("asked once").hasSize((int) before);
  }

  @Test
  void nobody_inside_can_signal_trace_or_see_the_recorder() {
    try (Sandbox sandbox = engine.create(SPEC)) {
      CommandResult seen =
          shell(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '; ls -A /tmp; ls -d /assay");
      assertThat(seen.stdout().text()).doesNotContain("nest", "keeper", "bwrap", ".assay");
      assertThat(seen.stderr().text()).contains("/assay");
      shell(sandbox, "kill -9 -1; for n in $(seq 1 400); do kill -9 $n; done");
      assertRecords(sandbox, 81);
      String trace =
          "$n = `uname -m` =~ /x86/ ? 101 : 117; print syscall($n, 16, 1, 0, 0), ' ', $!+0";
      assertThat(sandbox.run(Command.of("perl", "-e", trace)).stdout().text()).isEqualTo("-1 1");
      for (String look :
          List.of(
              "head -c 1 /proc/1/mem",
              "head -c 1 /proc/1/environ",
              "ls /proc/1/fd/ | grep .",
              "ls /proc/1/root/")) {
        assertThat(shell(sandbox, look).succeeded()).as(look).isFalse();
      }
      assertRecords(sandbox, 82);
    }
  }

  @Test
  void there_is_no_way_to_the_network_around_it() {
    try (Sandbox sandbox = engine.create(SPEC)) {
      for (String way :
          List.of(
              "unshare -Urn true",
              "unshare -m true",
              "nsenter -t 1 -n true",
              "nsenter --net=/proc/1/ns/net true",
              "mount -t tmpfs x /mnt",
              "ip link add d0 type dummy")) {
        assertThat(shell(sandbox, way).succeeded()).as(way).isFalse();
      }
      assertThat(
              shell(sandbox, "find / -xdev -type s 2>/dev/null; cat /proc/net/unix | tail -n +2"))
          .extracting(result -> result.stdout().text())
          .asString()
          .doesNotContain("/");
      assertThat(shell(sandbox, "readlink /proc/self/fd/*").stdout().text().lines())
          .as("pipes of the sandbox's own, and nothing else")
          .allMatch(
              one -> one.startsWith("pipe:") || one.equals("/dev/null") || one.contains("/fd"));
      assertThat(
              shell(sandbox, "cut -d: -f1 /proc/net/dev | tail -n +3 | tr -d ' '").stdout().text())
          .isEqualToNormalizingNewlines("lo\nv0\n");
    }
  }

  @Test
  void an_imitated_mark_is_an_attempt() {
    try (Sandbox sandbox = engine.create(SPEC)) {
      shell(sandbox, "printf 'assay-mark %032d' 0 > /dev/udp/192.0.2.1/9");
      assertThat(sandbox.network().attempted()).contains("192.0.2.1:9");
    }
  }

  @Test
  void what_was_written_inside_is_in_a_snapshot_and_the_recorder_is_a_new_one() {
    SandboxImage image;
    try (Sandbox sandbox = engine.create(SPEC)) {
      shell(sandbox, "echo kept > note; echo gone > /tmp/note; rm /etc/debian_version");
      assertRecords(sandbox, 83);
      image = sandbox.snapshot();
    }
    SandboxSpec again = SandboxSpec.of(image, "test").withNetwork(Network.open());
    try (Sandbox sandbox = engine.create(again)) {
      assertThat(shell(sandbox, "cat note; ls -A /tmp; ls /etc/debian_version").stdout().text())
          .isEqualTo("kept\n");
      assertThat(sandbox.network().attempted()).isEmpty();
    }
  }

  @Test
  void without_its_recorder_a_sandbox_is_of_no_use() {
    try (Sandbox sandbox = engine.create(SPEC)) {
      String outside =
          "for p in /proc/[0-9]*; do grep -qs nest $p/cmdline && kill -9 ${p#/proc/}; done";
      ((NestingEngine) background.engine())
          .living()
          .forEach(one -> one.run(Command.of("bash", "-c", outside)));
      assertThat(catchThrowableOfType(SandboxFailure.class, sandbox::network)).isNotNull();
      assertThat(catchThrowableOfType(SandboxFailure.class, () -> sandbox.run(Command.of("true"))))
          .isNotNull();
    }
  }

  @Test
  void a_command_takes_one_request_and_one_with_input_two() {
    try (Sandbox sandbox = engine.create(SPEC)) {
      long before = engine.calls();
      sandbox.run(Command.of("true"));
      assertThat(engine.calls() - before).isEqualTo(1);
      assertThat(sandbox.run(Command.of("cat").withInput("x")).stdout().text()).isEqualTo("x");
      assertThat(engine.calls() - before).isEqualTo(3);
    }
  }
}
