package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.Reaper;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.BufferedReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that is killed takes its forwarded ports along; what else it left is found and ended,
/// and nothing that only looks like it.
class KilledForwardStoryTest {
  private static final String ECHO_SERVER =
      "perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalAddr => \"127.0.0.1\","
          + " LocalPort => $ARGV[0], Listen => 5) or die;"
          + " while ($c = $s->accept) { $c->autoflush(1); while (<$c>) { print $c $_ } }'";

  /// Leads a port of a service to this machine, until it is killed.
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws InterruptedException {
      Path home = Path.of(arguments[0]);
      LocalSandboxes engine =
          SandboxEngines.local(
              LocalSettings.in(home.resolve("sandboxes")), new FileLeases(home.resolve("leases")));
      Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "owner"));
      sandbox.start(
          Command.shell("exec " + ECHO_SERVER + " " + arguments[1]), OutputListener.silent());
      ServicePorts ports = ServicePorts.open(sandbox, List.of(Integer.parseInt(arguments[1])));
      while (!ports.isActive()) {
        Thread.onSpinWait();
      }
      System.out.println(ports.endpoints().getFirst().hostPort());
      new CountDownLatch(1).await();
    }
  }

  private static String echo(int port) throws Exception {
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      socket.getOutputStream().write("ping\n".getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readNBytes(4), StandardCharsets.UTF_8);
    }
  }

  @Test
  void nothing_that_is_ours_outlives_the_server_and_a_look_alike_does(@TempDir Path home)
      throws Exception {
    String port = Long.toString(20_000 + ProcessHandle.current().pid() % 10_000);
    Process owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Owner.class.getName(),
                home.toString(),
                port)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Files.writeString(home.resolve("run"), "sleep 600");
    Process lookAlike =
        new ProcessBuilder("bash", "-c", "exec -a assay-helper sh run another-sandbox")
            .directory(home.toFile())
            .start();
    try (BufferedReader lines = owner.inputReader(StandardCharsets.UTF_8);
        FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases)) {
      int here = Integer.parseInt(lines.readLine());
      assertThat(echo(here)).isEqualTo("ping");
      List<ProcessHandle> ours = owner.descendants().toList(); // each with its start time
      assertThat(ours).hasSizeGreaterThanOrEqualTo(2);
      owner.destroyForcibly().waitFor();
      assertThatThrownBy(() -> echo(here)).isInstanceOf(ConnectException.class);
      Reaper.Sweep sweep = new Reaper(leases, Map.of(engine.name(), engine::remove)).sweep();
      assertThat(sweep.failed()).isEmpty();
      assertThat(sweep.removed()).hasSize(1);
      await().untilAsserted(() -> assertThat(ours).noneMatch(ProcessHandle::isAlive));
      assertThat(lookAlike.isAlive()).isTrue();
    } finally {
      owner.destroyForcibly();
      lookAlike.destroyForcibly();
    }
  }
}
