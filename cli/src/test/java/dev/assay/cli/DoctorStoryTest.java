package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `doctor` calls missing `serve` refuses, with the same words and before anything is made;
/// and the other way round.
class DoctorStoryTest {
  private static final List<String> NOTHING = List.of();

  @Test
  void a_processor_that_nobody_knows() {
    Map<String, String> unknown = Map.of("JAVA_TOOL_OPTIONS", "-Dos.arch=riscv64");
    assertRefused(unknown, NOTHING, "processor", "riscv64");
  }

  @ParameterizedTest
  @CsvSource({"bwrap, bubblewrap", "slirp4netns, slirp4netns"})
  void a_program_that_is_not_installed(String program, String subject) {
    assertRefused(Map.of(), without(program), subject, "apt-get install " + subject);
  }

  @Test
  void a_base_that_is_not_there() {
    assertRefused(
        Map.of("ASSAY_SANDBOX_BASE", "/no/such/folder"), NOTHING, "base", "/no/such/folder");
    assertRefused(Map.of("ASSAY_SANDBOX_BASE", "debian"), NOTHING, "base", "assay images build");
  }

  @Test
  void a_home_that_belongs_to_nobody() {
    Home home = new Home(Path.of("/proc/assay"));
    assertThat(missing(home, Map.of(), NOTHING)).containsExactly("home");
    AssayProcess serve = AssayProcess.start(home, Map.of(), "serve", "--port", "0");
    assertThat(serve.untilEnd()).isNotZero();
    assertThat(serve.output()).contains("ASSAY_HOME");
  }

  @Test
  void a_server_for_reading_starts_without_sandboxes_if_it_is_told_to() {
    Home home = PreparedHome.copy();
    Map<String, String> reading = Map.of("ASSAY_SANDBOX_REQUIRED", "false");
    assertThat(missing(home, reading, without("bwrap"))).isEmpty();
    try (AssayProcess server =
        AssayProcess.start(home, reading, without("bwrap"), "serve", "--port", "0").untilReady()) {
      assertThat(server.output())
          .containsOnlyOnce("bubblewrap: not installed. Install it: apt-get install bubblewrap");
    }
  }

  @Test
  void a_machine_that_has_everything() {
    assertThat(missing(AssayProcess.newHome(), Map.of(), NOTHING)).isEmpty();
  }

  /// This machine without a program.
  private static List<String> without(String program) {
    return List.of(
        "bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/" + program, "--");
  }

  private static void assertRefused(
      Map<String, String> environment, List<String> before, String subject, String remedy) {
    Home home = AssayProcess.newHome();
    assertThat(missing(home, environment, before)).contains(subject);
    AssayProcess serve = AssayProcess.start(home, environment, before, "serve", "--port", "0");
    assertThat(serve.untilEnd()).as(serve::output).isEqualTo(ExitCode.FAILED);
    assertThat(serve.output())
        .contains("The server cannot run on this machine:", "  " + subject + ": ", remedy)
        .doesNotContain("\tat ", "Exception");
    assertThat(home.databaseFolder()).doesNotExist();
    assertThat(home.sandboxFolder()).doesNotExist();
  }

  /// What `doctor` finds missing; its exit code agrees.
  private static List<String> missing(
      Home home, Map<String, String> environment, List<String> before) {
    AssayProcess doctor = AssayProcess.start(home, environment, before, "doctor", "--json");
    int code = doctor.untilEnd();
    String said = doctor.output();
    JsonNode answer = JsonMapper.builder().build().readTree(said.substring(said.indexOf('{')));
    List<String> missing =
        answer
            .path("checks")
            .valueStream()
            .filter(check -> check.path("state").asString().equals("missing"))
            .map(check -> check.path("subject").asString())
            .toList();
    assertThat(code).isEqualTo(missing.isEmpty() ? ExitCode.PASSED : ExitCode.FAILED);
    return missing;
  }
}
