package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `serve` refuses to start exactly for the requirements that `doctor` reports as missing, with the
/// same words and before it makes a file. [ServeStoryTest] shows that it starts if nothing is
/// missing.
class DoctorStoryTest {
  private static final List<String> NOTHING = List.of();

  @TempDir Path packages;

  @Test
  void a_processor_that_nobody_knows() {
    Map<String, String> unknown = Map.of("JAVA_TOOL_OPTIONS", "-Dos.arch=riscv64");
    assertRefused(unknown, NOTHING, "processor", "riscv64");
  }

  @ParameterizedTest
  @CsvSource({"bwrap, bubblewrap", "slirp4netns, slirp4netns"})
  void a_program_that_is_not_installed(String program, String subject) {
    assertRefused(Map.of(), Surroundings.without(program), subject, "apt-get install " + subject);
  }

  @ParameterizedTest
  @CsvSource({"/no/such/folder, /no/such/folder", "debian, assay images build"})
  void a_base_that_is_not_there(String base, String remedy) {
    assertRefused(Map.of("ASSAY_SANDBOX_BASE", base), NOTHING, "base", remedy);
  }

  @Test
  void a_home_that_belongs_to_nobody() {
    try (WarmCommands commands = commands(new Home(Path.of("/proc/assay")), Map.of(), NOTHING)) {
      assertThat(missing(commands)).containsExactly("home");
      WarmCommands.Ended serve = commands.run("serve", "--port", "0");
      assertThat(serve.code()).isNotZero();
      assertThat(serve.output()).contains("ASSAY_HOME");
    }
  }

  @Test
  void a_server_for_reading_needs_no_sandboxes_if_it_is_told_to() {
    try (WarmCommands commands =
        commands(AssayProcess.newHome(), Surroundings.FOR_READING, Surroundings.without("bwrap"))) {
      assertThat(missing(commands)).isEmpty();
    }
  }

  /// Uses the package indexes of this machine, in a process of its own.
  @Test
  void a_machine_that_has_everything() {
    AssayProcess doctor = AssayProcess.start(AssayProcess.newHome(), Map.of(), "doctor", "--json");
    assertThat(missing(doctor.untilEnd(), doctor.output())).isEmpty();
  }

  private void assertRefused(
      Map<String, String> environment, List<String> before, String subject, String remedy) {
    Home home = AssayProcess.newHome();
    try (WarmCommands commands = commands(home, environment, before)) {
      assertThat(missing(commands)).contains(subject);
      WarmCommands.Ended serve = commands.run("serve", "--port", "0");
      assertThat(serve.code()).as(serve.output()).isEqualTo(ExitCode.FAILED);
      assertThat(serve.output())
          .contains("The server cannot run on this machine:", "  " + subject + ": ", remedy)
          .doesNotContain("\tat ", "Exception");
    }
    assertThat(home.databaseFolder()).doesNotExist();
    assertThat(home.sandboxFolder()).doesNotExist();
  }

  /// Creates both commands in the same surroundings, without look-ups of packages in the network.
  private WarmCommands commands(Home home, Map<String, String> environment, List<String> before) {
    Map<String, String> all = new HashMap<>(environment);
    for (String source : List.of("PIP_INDEX", "NPM_REGISTRY", "APT_MIRROR")) {
      all.put("ASSAY_PACKAGES_" + source, packages.toString());
    }
    return WarmCommands.on(home, all, before);
  }

  private static List<String> missing(WarmCommands commands) {
    WarmCommands.Ended doctor = commands.run("doctor", "--json");
    return missing(doctor.code(), doctor.output());
  }

  /// Returns the requirements that `doctor` reports as missing, and checks its exit code.
  private static List<String> missing(int code, String said) {
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
