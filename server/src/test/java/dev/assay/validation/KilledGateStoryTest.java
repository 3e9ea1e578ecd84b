package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestDatabase;
import dev.assay.TestServer;
import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// A real server process, killed with SIGKILL in the middle of a validation, again and again.
@Tag("alone")
class KilledGateStoryTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final TestDatabase database = new TestDatabase();
  private final JdbcClient jdbc = database.jdbc();
  private final Home home = new Home(Path.of("target", "homes", UUID.randomUUID().toString()));
  private final Deque<Process> servers = new ArrayDeque<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process server : servers) {
      server.destroy();
      server.waitFor();
    }
  }

  private GateClient start() throws IOException {
    DatabaseAddress address = database.address();
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                GateProcess.class.getName(),
                home.path().toString())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(Path.of("target/killed.txt").toFile()));
    Map<String, String> settings = builder.environment();
    settings.put("ASSAY_ADMIN_PASSWORD", TestServer.ADMIN_PASSWORD);
    settings.put("ASSAY_DATABASE_URL", address.url());
    settings.put("ASSAY_DATABASE_USER", address.user());
    settings.put("ASSAY_DATABASE_PASSWORD", address.password().reveal());
    Process server = builder.start();
    servers.push(server);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !server.isAlive()
                    || ServerFile.find(home)
                        .filter(file -> file.pid() == server.pid())
                        .isPresent());
    assertThat(server.isAlive()).isTrue();
    Api anonymous = new Api(ServerFile.find(home).orElseThrow().url(), Optional.empty());
    return new GateClient(anonymous.signIn("admin", TestServer.ADMIN_PASSWORD), jdbc, List::of);
  }

  private void kill() throws InterruptedException {
    servers.pop().destroyForcibly().waitFor();
  }

  /// Steps that are finished, and how often each was begun.
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
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                jdbc.sql("select count(*) from workflow_step where run = ?::uuid and name = ?")
                        .params(run, step)
                        .query(Long.class)
                        .single()
                    > 0);
  }

  private long count(String sql, Object... parameters) {
    return jdbc.sql(sql).params(parameters).query(Long.class).single();
  }

  @Test
  void a_killed_server_costs_no_finished_step_and_changes_no_verdict() throws Exception {
    GateClient gate = start();
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
    for (String step :
        List.of("install", "online task-2", "judge task-1", "offline task-1", "conclude")) {
      awaitStep(run, step);
      kill();
      assertThat(finished(run)).containsAllEntriesOf(done);
      done = finished(run);
      gate = start();
    }

    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(status.path("scores").path("overall").decimalValue()).isEqualByComparingTo("100");
    assertThat(finished(run)).as("no finished step was begun again").containsAllEntriesOf(done);
    long begun = count("select sum(attempt) from workflow_step where run = ?::uuid", run);
    assertThat(count("select count(*) from agent_transcript where owner = ?", run))
        .as("no more questions than steps that were begun")
        .isLessThanOrEqualTo(begun);
    await().atMost(PATIENCE).until(() -> count("select count(*) from sandbox_lease") == 0);
    try (Stream<Path> left = Files.list(home.sandboxFolder().resolve("live"))) {
      assertThat(left).isEmpty();
    }
  }
}
