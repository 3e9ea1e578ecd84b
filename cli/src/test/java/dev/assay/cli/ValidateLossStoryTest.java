package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// `assay validate` while its server dies.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_KILLS",
    matches = ".+",
    disabledReason = "a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
class ValidateLossStoryTest {

  @TempDir Path folder;

  @Test
  void who_is_patient_gets_the_verdict_from_the_next_server_and_who_is_not_learns_how_to_go_on() {
    Home home = PreparedHome.copy();
    Path skill = SlowSkill.in(folder);
    AssayProcess first = start(home, "serve", "--port", "0").untilReady();
    AssayProcess patient = start(home, "validate", skill.toString(), "--patience", "280");
    patient.untilSaid("prepare");
    AssayProcess hasty = start(home, "validate", skill.toString(), "--patience", "1");
    hasty.untilSaid("online task");
    first.kill();

    assertThat(hasty.untilEnd()).as(hasty::output).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(hasty.output())
        .contains("has not answered for 1 s")
        .contains("assay skills resume")
        .doesNotContain("Exception");

    try (AssayProcess next = start(home, "serve", "--port", "0").untilReady()) {
      assertThat(patient.untilEnd()).as(patient::output).isZero();
      assertThat(patient.output())
          .contains("the validation is kept")
          .contains("The server answers again at " + next.server().url())
          .contains("passed");
    }
  }

  private static AssayProcess start(Home home, String... arguments) {
    return AssayProcess.start(home, Map.of(), arguments);
  }
}
