package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.testkit.model.SimulatedModelServer;
import dev.assay.testkit.model.SimulatedWorld;
import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SkillTruth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `assay calibrate` with a server and a simulated model, whose agents run the real commands.
class CalibrateStoryTest {
  @TempDir Path folder;

  @Test
  void good_skills_pass_bad_ones_fail_and_a_second_call_goes_on() throws IOException {
    Home home = PreparedHome.copy();
    SimulatedWorld exact =
        SimulatedWorld.ORDINARY.with(new SkillTruth(1, 0, 1, 0, 0)).with(new NoisyJudge(0, 0));
    try (SimulatedModelServer model = SimulatedModelServer.in(exact)) {
      AssayProcess server =
          AssayProcess.start(
                  home,
                  Map.of(
                      "ASSAY_MODEL_BASE_URL",
                      model.baseUrl().toString(),
                      "ASSAY_MODEL_NAME",
                      "simulated"),
                  "serve",
                  "--port",
                  "0")
              .untilReady();
      try (WarmCommands commands = WarmCommands.on(home, Map.of())) {
        String out = folder.resolve("calibration").toString();
        WarmCommands.Ended ended =
            commands.run("calibrate", "--skills", "1", "--mutants", "broken-script", "--out", out);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output())
            .contains("good skills rejected | 0 of 1")
            .contains("accepted: broken-script | 0 of 1")
            .contains("judge=simulated")
            .contains(
                "Verdicts from now on: with these models the gate accepted 0 % of bad skills");
        JsonNode kept = listed(home, "/api/admin/calibrations");
        assertThat(kept.path("calibrations")).hasSize(1);
        assertThat(kept.path("calibrations").path(0).path("expired")).isEmpty();
        assertThat(listed(home, "/api/admin/skills?q=calibration-").path("skills")).isEmpty();
        int asked = model.requests().size();
        assertThat(
                commands.ok(
                    "calibrate", "--skills", "1", "--mutants", "broken-script", "--out", out))
            .contains("good skills rejected | 0 of 1");
        assertThat(model.requests()).as("nothing is measured twice").hasSize(asked);
        assertThat(Files.readAllLines(folder.resolve("calibration/runs.jsonl"))).hasSize(2);

        WarmCommands.Ended wrong = commands.run("calibrate", "--mutants", "nosuch");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.output()).contains("knows no \"nosuch\"; there are: broken-script");
      } finally {
        server.close();
      }
    }
  }

  private static JsonNode listed(Home home, String path) {
    try (Connection connection =
        Connection.open(
            Optional.empty(),
            Map.of("ASSAY_HOME", home.path().toString()),
            Connection.Absence.REFUSE)) {
      return connection.get(path);
    }
  }
}
