package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// The private server that commands start if no other runs on their home. [ValidateStoryTest] shows
/// that `serve` replaces it.
class PrivateServerStoryTest {
  private static final Map<String, String> NOTHING = Map.of();

  @TempDir Path folder;

  @Test
  void commands_share_one_until_it_no_longer_fits_or_nobody_uses_it() throws IOException {
    Home home = PreparedHome.copy();
    AssayProcess one = users(home, NOTHING);
    AssayProcess other = users(home, NOTHING);
    assertThat(ok(one)).contains("admin");
    assertThat(ok(other)).contains("admin");
    assertThat(Stream.of(one, other).filter(each -> each.output().contains("starting a private")))
        .as("two who start at once")
        .hasSize(1);
    ServerFile first = ServerFile.find(home).orElseThrow();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.serverFile())))
        .isEqualTo("rw-------");
    assertThat(session(first.pid())).as("no Ctrl-C reaches it").isEqualTo(first.pid());
    AssayProcess status = AssayProcess.start(home, NOTHING, "status");
    assertThat(ok(status)).contains("private     true").contains("health      UP");

    Map<String, String> secret =
        Map.of(
            "ASSAY_MODEL_BASE_URL", "http://127.0.0.1:1/v1",
            "ASSAY_MODEL_NAME", "m",
            "ASSAY_MODEL_KEY", "sk-not-to-be-seen");
    assertThat(ok(users(home, secret)))
        .contains("other settings (assay.model.base-url, assay.model.key, assay.model.name)");
    assertThat(Files.readString(home.serverFile())).doesNotContain("sk-not-to-be-seen");
    ServerFile second = ServerFile.find(home).orElseThrow();
    assertThat(ProcessHandle.of(first.pid())).isEmpty();

    ProcessHandle.of(second.pid()).orElseThrow().destroyForcibly();
    await().atMost(AssayProcess.PATIENCE).until(() -> ServerFile.find(home).isEmpty());
    Map<String, String> now = Map.of("ASSAY_PRIVATE_SERVER_IDLE", "0s");
    assertThat(ok(users(home, now))).contains("starting a private one").contains("admin");
    await().atMost(AssayProcess.PATIENCE).until(() -> nothingRunsOn(home));
  }

  @Test
  void ends_when_asked_or_when_its_home_is_gone() throws IOException {
    Home home = PreparedHome.copy();
    try (WarmCommands commands = WarmCommands.on(home, NOTHING)) {
      commands.ok("users", "list");
      ProcessHandle process = ServerFile.find(home).flatMap(ServerFile::process).orElseThrow();
      Files.delete(home.serverFile());
      await().atMost(AssayProcess.PATIENCE).until(() -> !process.isAlive());

      commands.ok("users", "list");
      assertThat(commands.ok("stop")).contains("Ended the private server");
      assertThat(nothingRunsOn(home)).isTrue();
      assertThat(commands.ok("stop")).contains("No private server runs");
    }
  }

  @Test
  @EnabledIfEnvironmentVariable(
      named = "ASSAY_CHECK_KILLS",
      matches = ".+",
      disabledReason = "a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
  void a_validation_outlives_its_death_and_it_outlives_a_command_that_does_not_wait() {
    Home home = AssayProcess.newHome();
    Path skill = SlowSkill.in(folder);
    String[] leaving = {"validate", skill.toString(), "--no-wait"};
    AssayProcess refused = AssayProcess.start(home, NOTHING, with(leaving, "--no-daemon"));
    assertThat(refused.untilEnd()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.output()).contains("Start one with: assay serve");
    assertThat(home.path()).doesNotExist();
    PreparedHome.fill(home);

    ok(AssayProcess.start(home, NOTHING, leaving));
    ServerFile server = ServerFile.find(home).orElseThrow();
    AssayProcess following = AssayProcess.start(home, NOTHING, "validate", skill.toString());
    following.untilSaid("online task");
    assertThat(following.output()).contains("It is being validated already; following that.");
    server.process().orElseThrow().destroyForcibly();

    assertThat(ok(following)).contains("The server answers again at ").contains("passed");
    assertThat(ServerFile.find(home).orElseThrow().pid()).isNotEqualTo(server.pid());
    ok(AssayProcess.start(home, NOTHING, "stop"));
  }

  @Test
  void says_why_it_does_not_start_as_if_it_were_the_command_itself() throws IOException {
    Home home = AssayProcess.newHome();
    AssayProcess misspelt = users(home, Map.of("ASSAY_MODEL_NAM", "x"));
    assertThat(misspelt.untilEnd()).isEqualTo(ExitCode.USAGE);
    assertThat(misspelt.output()).contains("ASSAY_MODEL_NAM").doesNotContain("Exception");
    home.prepare();
    Files.createDirectories(home.databaseFolder().resolve("data"));
    Files.writeString(home.databaseFolder().resolve("data/PG_VERSION"), "12\n");
    AssayProcess old = users(home, NOTHING);
    assertThat(old.untilEnd()).as(old::output).isNotZero();
    assertThat(old.output()).contains("was written by PostgreSQL 12").doesNotContain("Exception");
    assertThat(nothingRunsOn(home)).isTrue();
  }

  private static AssayProcess users(Home home, Map<String, String> environment) {
    return AssayProcess.start(home, environment, "users", "list");
  }

  private static String ok(AssayProcess command) {
    assertThat(command.untilEnd()).as(command::output).isZero();
    return command.output();
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }

  private static boolean nothingRunsOn(Home home) {
    return ServerFile.find(home).isEmpty()
        && Files.notExists(home.databaseFolder().resolve("data/postmaster.pid"))
        && ProcessHandle.allProcesses()
            .map(process -> process.info().arguments().map(List::of).orElse(List.of()))
            .noneMatch(words -> words.contains(home.databaseFolder().resolve("data").toString()));
  }

  private static long session(long pid) throws IOException {
    String state = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(state.substring(state.lastIndexOf(')') + 2).split(" ", -1)[3]);
  }
}
