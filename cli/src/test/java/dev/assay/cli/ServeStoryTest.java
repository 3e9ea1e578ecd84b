package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A server as a process: its starts, stops and refusals. [ServeAgainStoryTest] tests later starts.
class ServeStoryTest {
  private static final Map<String, String> NOTHING = Map.of();

  @Test
  void starts_on_an_empty_home_and_leaves_nothing_running_when_stopped() throws IOException {
    Home home = AssayProcess.newHome();
    try (AssayProcess server =
        AssayProcess.start(home, NOTHING, "serve", "--port", "0").untilReady()) {
      server.untilSaid("Stop with Ctrl-C");
      assertThat(server.output())
          .contains("is ready at " + server.server().url())
          .contains(home.initialPasswordFile().toString());
      String password = Files.readString(home.initialPasswordFile()).strip();
      assertThat(server.output())
          .as("a log is no place for a password")
          .doesNotContain(password)
          .doesNotContain(server.server().token().reveal());
      for (Path secret : List.of(home.serverFile(), home.initialPasswordFile())) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
            .isEqualTo("rw-------");
      }

      AssayProcess second = AssayProcess.start(home, NOTHING, "serve", "--port", "0");
      assertThat(second.untilEnd()).isEqualTo(ExitCode.USAGE);
      assertThat(second.output())
          .contains("A server already runs on the home " + home.path())
          .contains(server.server().url().toString());

      AssayProcess status = AssayProcess.start(home, NOTHING, "status");
      assertThat(status.untilEnd()).isZero();
      assertThat(status.output()).contains("health      UP");

      long postgres = AssayProcess.findPostgres(home).orElseThrow().pid();
      assertThat(server.stop()).isEqualTo(143);
      assertThat(home.serverFile()).doesNotExist();
      assertThat(AssayProcess.runs(postgres)).isFalse();
    }
    AssayProcess status = AssayProcess.start(home, NOTHING, "status", "--json");
    assertThat(status.untilEnd()).isEqualTo(ExitCode.FAILED);
    assertThat(status.output()).contains("\"running\" : false");
  }

  @Test
  void says_which_port_is_taken() throws IOException {
    Home home = PreparedHome.copy();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      AssayProcess refused =
          AssayProcess.start(
              home, NOTHING, "serve", "--port", String.valueOf(taken.getLocalPort()));
      assertThat(refused.untilEnd()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.output())
          .contains("Port " + taken.getLocalPort() + " on 127.0.0.1 is in use")
          .contains("--port")
          .doesNotContain("Exception");
    }
    assertThat(home.serverFile()).doesNotExist();
    assertThat(AssayProcess.findPostgres(home)).isEmpty();
  }

  @Test
  void does_not_start_with_a_configuration_it_does_not_understand() throws IOException {
    Home home = AssayProcess.newHome();
    home.prepare();
    Files.writeString(home.configurationFile(), "assay:\n  server:\n    prot: 1\n");
    AssayProcess refused = AssayProcess.start(home, NOTHING, "serve");
    assertThat(refused.untilEnd()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.output())
        .contains("assay.yml:3: unknown key assay.server.prot (did you mean assay.server.port?)");
    assertThat(home.databaseFolder()).doesNotExist();
  }

  @Test
  void does_not_start_on_a_home_it_cannot_write() {
    AssayProcess refused = AssayProcess.start(new Home(Path.of("/proc/assay")), NOTHING, "serve");
    assertThat(refused.untilEnd()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.output()).contains("The home folder /proc/assay").contains("ASSAY_HOME");
  }

  @Test
  void does_not_start_on_a_full_disk() throws IOException {
    assumeThat(System.getProperty("user.name")).as("mounting needs root").isEqualTo("root");
    Home home = AssayProcess.newHome();
    home.prepare();
    List<String> small =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs -o size=32m,mode=700 tmpfs \"$ASSAY_HOME\" && exec \"$@\"",
            "sh");
    AssayProcess refused = AssayProcess.start(home, NOTHING, small, "serve", "--port", "0");
    assertThat(refused.untilEnd()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.output()).contains("MiB free").contains("Free some space");
  }

  @Test
  void says_which_database_does_not_answer() {
    Map<String, String> external =
        Map.of(
            "ASSAY_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/assay",
            "ASSAY_DATABASE_USER", "assay",
            "ASSAY_DATABASE_PASSWORD", "hunter2",
            "ASSAY_DATABASE_PATIENCE", "0s");
    AssayProcess refused =
        AssayProcess.start(AssayProcess.newHome(), external, "serve", "--port", "0");
    assertThat(refused.untilEnd()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.output())
        .contains("The database jdbc:postgresql://127.0.0.1:1/assay cannot be used as \"assay\"")
        .doesNotContain("hunter2")
        .doesNotContain("\tat ");
  }
}
