package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// Three servers on one home, one after the other: the first is stopped while it starts; the second
/// has a terminal and is killed; the last has other settings and surroundings.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServeAgainStoryTest {
  private static final Map<String, String> NOTHING = Map.of();

  private static Home home;
  private static AssayProcess stopped;
  private static int codeOfStopped;
  private static boolean stoppedLeftAFile;
  private static AssayProcess killed;
  private static String added;
  private static long orphan;
  private static boolean orphanRan;
  private static Optional<ServerFile> fileOfKilled;
  private static AssayProcess last;
  private static WarmCommands commands;

  @BeforeAll
  static void start() {
    stopEarly();
    for (int again = 0; again < 2 && Files.exists(home.initialPasswordFile()); again++) {
      stopEarly(); // it had started before the stop
    }

    killed =
        AssayProcess.start(
                home, Map.of("SHELL", "/bin/sh"), Surroundings.TERMINAL, "serve", "--port", "0")
            .untilReady()
            .untilSaid("Stop with Ctrl-C");
    commands = WarmCommands.on(home, NOTHING);
    added = commands.ok("users", "add", "ada");
    orphan = AssayProcess.findPostgres(home).orElseThrow().pid();
    killed.killServer();
    orphanRan = AssayProcess.runs(orphan);
    fileOfKilled = ServerFile.find(home);

    SelfSigned keys = SelfSigned.in(home.path());
    Map<String, String> settings = new HashMap<>(Surroundings.FOR_READING);
    settings.put("ASSAY_SERVER_TLS_CERTIFICATE", keys.certificateFile().toString());
    settings.put("ASSAY_SERVER_TLS_KEY", keys.keyFile().toString());
    last =
        AssayProcess.start(home, settings, Surroundings.without("bwrap"), "serve", "--port", "0")
            .untilReady();
  }

  private static void stopEarly() {
    home = AssayProcess.newHome();
    stopped = AssayProcess.start(home, NOTHING, "serve", "--port", "0");
    await()
        .atMost(AssayProcess.PATIENCE)
        .ignoreExceptions()
        .until(() -> AssayProcess.findPostgres(home).isPresent());
    codeOfStopped = stopped.stop();
    stoppedLeftAFile = Files.exists(home.serverFile());
  }

  @AfterAll
  static void end() {
    if (commands != null) {
      commands.close();
    }
    for (AssayProcess each : new AssayProcess[] {stopped, killed, last}) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  void a_start_that_is_stopped_ends_quietly() {
    assertThat(codeOfStopped).isEqualTo(143);
    assertThat(stopped.output())
        .doesNotContain("\tat ")
        .doesNotContain("Exception")
        .doesNotContain("is ready at");
    assertThat(stoppedLeftAFile).isFalse();
  }

  @Test
  void shows_the_one_time_password_on_a_terminal() throws IOException {
    assertThat(killed.output())
        .contains("one-time password " + Files.readString(home.initialPasswordFile()).strip());
  }

  @Test
  void goes_on_after_it_was_killed_with_everything_it_had() {
    assertThat(added).contains("One-time password of ada");
    assertThat(orphanRan).as("PostgreSQL outlives a killed server").isTrue();
    assertThat(fileOfKilled).as("the file of a dead server does not count").isEmpty();
    assertThat(AssayProcess.findPostgres(home).orElseThrow().pid()).isEqualTo(orphan);
    assertThat(commands.ok("users", "list")).contains("admin").contains("ada");
  }

  @Test
  void the_command_line_reaches_a_server_that_speaks_tls_and_trusts_no_other() {
    assertThat(last.server().url().getScheme()).isEqualTo("https");
    assertThat(commands.ok("users", "list")).contains("admin");
    AssayProcess stranger =
        AssayProcess.start(
            home, NOTHING, "users", "list", "--server", last.server().url().toString());
    assertThat(stranger.untilEnd()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(stranger.output()).contains("cannot be trusted");
  }

  @Test
  void a_server_for_reading_starts_without_sandboxes_if_it_is_told_to() {
    assertThat(last.output())
        .containsOnlyOnce("bubblewrap: not installed. Install it: apt-get install bubblewrap");
  }

  /// Requires that no process is left, also none of the servers before.
  @Test
  @Order(Integer.MAX_VALUE)
  void leaves_nothing_running_when_stopped() {
    assertThat(last.stopServer()).isEqualTo(143);
    assertThat(home.serverFile()).doesNotExist();
    assertThat(AssayProcess.runs(orphan)).isFalse();
  }
}
