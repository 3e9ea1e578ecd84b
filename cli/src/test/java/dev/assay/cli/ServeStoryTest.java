package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A server as a process: starts, refuses to start, is killed, comes back.
class ServeStoryTest {
  private static final Map<String, String> NOTHING = Map.of();

  @Test
  void a_start_that_is_stopped_ends_quietly_and_the_next_one_leaves_nothing_running() {
    Home home = AssayProcess.newHome();
    try (AssayProcess server = AssayProcess.start(home, NOTHING, "serve", "--port", "0")) {
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> postgresOf(home).isPresent());
      assertThat(server.stop()).isEqualTo(143);
      assertThat(server.output())
          .doesNotContain("\tat ")
          .doesNotContain("Exception")
          .doesNotContain("is ready at");
      assertThat(home.serverFile()).doesNotExist();
    }
    // a database that was just starting may still be there: the next server takes it over
    try (AssayProcess next =
        AssayProcess.start(home, NOTHING, "serve", "--port", "0").untilReady()) {
      long postgres = postgresOf(home).orElseThrow().pid();
      assertThat(next.stop()).isEqualTo(143);
      assertThat(runs(postgres)).isFalse();
    }
  }

  @Test
  void starts_on_an_empty_home_and_leaves_nothing_running_when_stopped() throws IOException {
    Home home = AssayProcess.newHome();
    try (AssayProcess server =
        AssayProcess.start(home, NOTHING, "serve", "--port", "0").untilReady()) {
      await().until(() -> server.output().contains("Stop with Ctrl-C"));
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

      long postgres = postgresOf(home).orElseThrow().pid();
      assertThat(server.stop()).isEqualTo(143);
      assertThat(home.serverFile()).doesNotExist();
      assertThat(runs(postgres)).isFalse();
    }
    AssayProcess status = AssayProcess.start(home, NOTHING, "status", "--json");
    assertThat(status.untilEnd()).isEqualTo(ExitCode.FAILED);
    assertThat(status.output()).contains("\"running\" : false");
  }

  @Test
  void goes_on_after_it_was_killed_with_everything_it_had() {
    Home home = PreparedHome.copy();
    Map<String, String> password = Map.of("ASSAY_ADMIN_PASSWORD", "correct horse");
    AssayProcess first = AssayProcess.start(home, password, "serve", "--port", "0").untilReady();
    assertThat(run(home, "users", "add", "ada")).contains("One-time password of ada");
    long orphan = postgresOf(home).orElseThrow().pid();
    first.kill();

    assertThat(runs(orphan)).as("PostgreSQL outlives a killed server").isTrue();
    assertThat(ServerFile.find(home)).as("the file of a dead server does not count").isEmpty();

    try (AssayProcess next =
        AssayProcess.start(home, NOTHING, "serve", "--port", "0").untilReady()) {
      assertThat(postgresOf(home).orElseThrow().pid()).isEqualTo(orphan);
      assertThat(run(home, "users", "list")).contains("admin").contains("ada");
      next.stop();
    }
    assertThat(runs(orphan)).isFalse();
  }

  @Test
  void the_command_line_reaches_a_server_that_speaks_tls_and_trusts_no_other() throws IOException {
    Home home = PreparedHome.copy();
    SelfSigned keys = SelfSigned.in(home.path());
    Map<String, String> tls =
        Map.of(
            "ASSAY_SERVER_TLS_CERTIFICATE", keys.certificateFile().toString(),
            "ASSAY_SERVER_TLS_KEY", keys.keyFile().toString());
    try (AssayProcess server = AssayProcess.start(home, tls, "serve", "--port", "0").untilReady()) {
      assertThat(server.server().url().getScheme()).isEqualTo("https");
      assertThat(run(home, "users", "list")).contains("admin");
      AssayProcess stranger =
          AssayProcess.start(
              home, NOTHING, "users", "list", "--server", server.server().url().toString());
      assertThat(stranger.untilEnd()).isEqualTo(ExitCode.UNREACHABLE);
      assertThat(stranger.output()).contains("cannot be trusted");
    }
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
    assertThat(postgresOf(home)).isEmpty();
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

  @Test
  void shows_the_one_time_password_on_a_terminal() throws IOException {
    Home home = PreparedHome.copy();
    List<String> terminal = List.of("sh", "-c", "script -qefc \"$*\" /dev/null", "sh");
    try (AssayProcess server =
        AssayProcess.start(home, Map.of("SHELL", "/bin/sh"), terminal, "serve", "--port", "0")
            .untilReady()) {
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> server.output().contains("Stop with Ctrl-C"));
      assertThat(server.output())
          .contains("one-time password " + Files.readString(home.initialPasswordFile()).strip());
    }
  }

  private static String run(Home home, String... arguments) {
    AssayProcess command = AssayProcess.start(home, NOTHING, arguments);
    assertThat(command.untilEnd()).as(command::output).isZero();
    return command.output();
  }

  /// A process that has ended but that nobody asked about is still listed, without its command.
  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }

  private static Optional<ProcessHandle> postgresOf(Home home) {
    try {
      Path file = home.databaseFolder().resolve("data/postmaster.pid");
      return Files.exists(file)
          ? ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst()))
          : Optional.empty();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
