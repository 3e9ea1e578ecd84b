package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.testkit.model.ScriptedModelServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// A real server process, killed with SIGKILL in the middle of a validation, again and again.
class KilledGateStoryTest {
  private final ScriptedModelServer model = ScriptedModelServer.playing("");
  private KillableGate killable = new KillableGate();
  private JdbcClient jdbc = killable.jdbc;

  @AfterEach
  void end() throws InterruptedException {
    killable.close();
    model.close();
  }

  /// Returns the finished steps with the number of their attempts.
  private Map<String, Integer> finished(String run) {
    Map<String, Integer> steps = new TreeMap<>();
    jdbc.sql("select name, attempt from workflow_step where run = ?::uuid and state = 'finished'")
        .param(run)
        .query(
            row -> {
              steps.put(row.getString(1), row.getInt(2));
            });
    return steps;
  }

  private void awaitStep(String run, String step) {
    await()
        .atMost(KillableGate.PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                jdbc.sql("select count(*) from workflow_step where run = ?::uuid and name = ?")
                        .params(run, step)
                        .query(Long.class)
                        .single()
                    > 0);
  }

  @Test
  void a_killed_server_costs_no_finished_step_and_changes_no_verdict() throws Exception {
    GateClient gate = killable.start();
    String id =
        gate.upload(
            SampleSkill.adding(
                    "hail-count",
                    "Adds up hailstones in a garden, for insurance.",
                    "hailstones of the garden")
                .script("sleep 0.3\n" + SampleSkill.ADDING)
                .archive());
    String run = gate.start(id);
    Map<String, Integer> done = new TreeMap<>();
    for (String step : List.of("online task-2", "conclude")) {
      awaitStep(run, step);
      killable.kill();
      assertThat(finished(run)).containsAllEntriesOf(done);
      done = finished(run);
      gate = killable.start();
    }

    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(status.path("scores").path("overall").decimalValue()).isEqualByComparingTo("100");
    assertThat(finished(run)).as("no finished step was begun again").containsAllEntriesOf(done);
    long begun = killable.count("select sum(attempt) from workflow_step where run = ?::uuid", run);
    assertThat(killable.count("select count(*) from agent_transcript where owner = ?", run))
        .as("no more questions than steps that were begun")
        .isLessThanOrEqualTo(begun);
    await()
        .atMost(KillableGate.PATIENCE)
        .until(() -> killable.count("select count(*) from sandbox_lease") == 0);
    try (Stream<Path> left = Files.list(killable.home.sandboxFolder().resolve("live"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  @EnabledIfEnvironmentVariable(
      named = "ASSAY_CHECK_KILLS",
      matches = ".+",
      disabledReason = "a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
  void a_killed_server_costs_no_finished_step_of_any_executor() throws Exception {
    killable =
        new KillableGate(
            Map.of(
                "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                "ASSAY_MODEL_NAME", "first",
                "ASSAY_MODEL_EXECUTE_2_NAME", "second",
                "ASSAY_VALIDATION_PROOF", "quick"));
    jdbc = killable.jdbc;
    SumsModel.play(model, "storks");
    GateClient gate = killable.start();
    String id = gate.upload(SumsModel.skill("storks").archive());
    String run = gate.start(id);
    awaitStep(run, "online task-2 by second");
    killable.kill();
    Map<String, Integer> done = finished(run);
    assertThat(done)
        .containsKeys("tasks", "online task-3 by first", "judge-offline task-1 by first");
    gate = killable.start();

    assertThat(gate.awaitEnd(id).path("run_state").asString()).isEqualTo("finished");
    JsonNode result = gate.run(id, run).path("result");
    assertThat(result.path("outcome").asString()).as(result.toPrettyString()).isEqualTo("passed");
    assertThat(result.path("executors"))
        .extracting(line -> line.path("model").asString() + " " + line.path("outcome").asString())
        .containsExactly("first passed", "second passed");
    assertThat(finished(run)).as("no finished step was begun again").containsAllEntriesOf(done);
  }
}
