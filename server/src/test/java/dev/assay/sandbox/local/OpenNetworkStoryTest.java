package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// An open sandbox reaches what is outside. The outside is two network namespaces of the test's
/// own, so nothing leaves the machine; only root can make them and enter them.
class OpenNetworkStoryTest {
  private static final String WORLD =
      """
      set -e
      unshare -n sleep 120 & far=$!
      while [ "$(readlink /proc/$far/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done
      ip link set lo up
      ip link add e0 type veth peer name e1 netns $far
      ip addr add 198.51.100.1/24 dev e0
      ip link set e0 up
      nsenter -n -t $far ip addr add 198.51.100.2/24 dev e1
      nsenter -n -t $far ip link set e1 up
      nsenter -n -t $far perl -MIO::Socket::INET -e '
        $s = IO::Socket::INET->new(LocalAddr => "198.51.100.2", LocalPort => 8000, Listen => 5) or die;
        $| = 1; print "up\\n"; while ($c = $s->accept) { print $c "from far away\\n" x 50000; close $c }' &
      wait
      """;

  @Test
  void an_open_sandbox_reaches_the_outside_and_what_it_reached_is_told() throws Exception {
    assumeTrue(Storage.byRoot(), "only root can make the outside");
    assumeTrue(
        Machine.findProgram("ip").isPresent() && Machine.findProgram("slirp4netns").isPresent());
    Path home = TestHome.create("open");
    Process world =
        new ProcessBuilder("unshare", "-n", "sh", "-c", WORLD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(
                LocalSettings.in(home.resolve("sandboxes"))
                    .throughEgress(Path.of("/proc", Long.toString(world.pid()), "ns", "net")),
                leases)) {
      assertThat(new String(world.getInputStream().readNBytes(2), StandardCharsets.UTF_8))
          .isEqualTo("up");
      SandboxSpec spec =
          SandboxSpec.of(SandboxImage.of("host"), "open").withNetwork(Network.open());
      try (Sandbox sandbox = engine.create(spec)) {
        String answer =
            sandbox
                .run(
                    Command.of("bash", "-c", "exec 3<>/dev/tcp/198.51.100.2/8000; cat <&3 | wc -c")
                        .withTimeout(Duration.ofSeconds(20)))
                .stdout()
                .text();
        assertThat(answer.strip()).isEqualTo("700000");
        assertThat(sandbox.network().destinations())
            .anySatisfy(
                seen -> {
                  assertThat(seen.place()).isEqualTo("198.51.100.2:8000");
                  assertThat(seen.answer()).isEqualTo(NetworkEvidence.Answer.PASSED);
                });
      }
    } finally {
      world.descendants().forEach(ProcessHandle::destroyForcibly);
      world.destroyForcibly();
    }
    TestHome.assertNothingLeft(home);
  }
}
