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
import java.util.List;
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
      nsenter -n -t $far ip addr add 198.51.100.3/24 dev e1
      nsenter -n -t $far ip link set e1 up
      nsenter -n -t $far perl -MIO::Socket::INET -MSocket -e '
        $s = IO::Socket::INET->new(Proto => "udp", LocalAddr => "198.51.100.2", LocalPort => 53) or die;
        while ($s->recv($q, 512)) {
          substr($q, 2, 6) = "\\x81\\x80\\0\\1\\0\\1";
          $s->send($q . "\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\5\\0\\4" . inet_aton("198.51.100.2"));
        }' &
      nsenter -n -t $far perl -MIO::Socket::INET -e '
        $s = IO::Socket::INET->new(LocalAddr => "0.0.0.0", LocalPort => 8000, Listen => 5) or die;
        $| = 1; print "up\\n"; while ($c = $s->accept) { print $c "from far away\\n" x 50000; close $c }' &
      wait
      """;

  /// A socket bound to the interface asks no route.
  private static final String BOUND =
      """
      use IO::Socket::INET; use Socket;
      sub reach {
        $SIG{ALRM} = sub { print "not reached"; exit };
        alarm 2;
        socket(my $s, PF_INET, SOCK_STREAM, 0);
        setsockopt($s, SOL_SOCKET, 25, "v1\\0") or die "not bound: $!";
        connect($s, sockaddr_in(8000, inet_aton($_[0]))) or do { print "not reached"; exit };
        print scalar <$s>;
      }
      """;

  private static final String ASK_A_LIAR =
      """
      use IO::Socket::INET;
      $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "198.51.100.2", PeerPort => 53);
      $s->send("ab\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\10innocent\\7example\\0\\0\\1\\0\\1");
      alarm 5; print "told" if defined $s->recv($a, 512);
      """;

  private static Command perl(String program) {
    return Command.of("perl", "-e", program).withTimeout(Duration.ofSeconds(20));
  }

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
                    .denying(List.of("198.51.100.3/32"))
                    .throughEgress(Path.of("/proc", Long.toString(world.pid()), "ns", "net")),
                leases)) {
      assertThat(new String(world.getInputStream().readNBytes(2), StandardCharsets.UTF_8))
          .isEqualTo("up");
      SandboxSpec spec =
          SandboxSpec.of(SandboxImage.of("host"), "open").withNetwork(Network.open());
      try (Sandbox sandbox = engine.create(spec)) {
        assertThat(sandbox.run(perl(ASK_A_LIAR)).stdout().text()).isEqualTo("told");
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
        assertThat(sandbox.network().proof().orElse("")).contains("seccomp=2");
        assertThat(sandbox.run(perl(BOUND + "reach('198.51.100.2')")).stdout().text())
            .startsWith("from far away");
        for (String denied : List.of("198.51.100.3", "10.0.2.2", "169.254.169.254")) {
          assertThat(sandbox.run(perl(BOUND + "reach('" + denied + "')")).stdout().text())
              .isEqualTo("not reached");
          assertThat(sandbox.network().destinations())
              .filteredOn(seen -> seen.address().equals(denied))
              .isNotEmpty()
              .allSatisfy(
                  seen -> assertThat(seen.answer()).isEqualTo(NetworkEvidence.Answer.REFUSED));
        }
      }
    } finally {
      world.descendants().forEach(ProcessHandle::destroyForcibly);
      world.destroyForcibly();
    }
    TestHome.assertNothingLeft(home);
  }
}
