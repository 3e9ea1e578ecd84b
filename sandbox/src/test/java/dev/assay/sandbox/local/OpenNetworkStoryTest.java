package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An open sandbox reaches what is outside.
class OpenNetworkStoryTest {
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
    assumeTrue(OutsideWorld.isPossible(), "only root can make the outside");
    Path home = TestHome.create("open");
    try (OutsideWorld world = OutsideWorld.make();
        FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(
                LocalSettings.in(home.resolve("sandboxes"))
                    .denying(List.of("198.51.100.3/32"))
                    .throughEgress(world.namespace()),
                leases)) {
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
    }
    TestHome.assertNothingLeft(home);
  }
}
