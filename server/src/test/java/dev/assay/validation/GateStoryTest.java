package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.sandbox.SandboxKeeper;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// The examples through the whole gate: upload, REST, durable steps, real sandboxes, rules in the
/// place of a model.
class GateStoryTest {
  private final TestServer server = TestServer.shared();
  private final Api admin = server.admin();

  @ParameterizedTest
  @CsvSource({
    "csv-insights,  passed, 100.0, 100.0, 100.0",
    "text-stats,    passed, 100.0, 100.0, 100.0",
    "phones-home,   passed, 100.0, 100.0, 0.0",
    "planter,       passed, 100.0, 100.0, 100.0",
    "greedy-deps,   passed, 100.0, 100.0, 100.0",
    "broken-script, failed, , , ",
    "flatterer,     failed, , , ",
    "vague-helper,  failed, , , ",
  })
  void every_example_gets_the_verdict_it_deserves(
      String name, String outcome, String completion, String trigger, String offline) {
    // a name of its own, so that examples of other tests do not stand in the way
    String other = name + "-" + UUID.randomUUID().toString().substring(0, 8);
    JsonNode result = validate(name, text -> text.replace(name, other));

    assertThat(result.path("outcome").asString()).as(result.toPrettyString()).isEqualTo(outcome);
    assertThat(result.path("rehearsal").asBoolean()).isTrue();
    if (completion != null) {
      JsonNode scores = result.path("scores");
      assertThat(scores.path("completion").decimalValue()).isEqualByComparingTo(completion);
      assertThat(scores.path("trigger").decimalValue()).isEqualByComparingTo(trigger);
      assertThat(scores.path("offline").decimalValue()).isEqualByComparingTo(offline);
    }
    assertThat(server.part(SandboxKeeper.class).list())
        .filteredOn(lease -> lease.labels().containsKey("run"))
        .as("no sandbox is left")
        .isEmpty();
  }

  @Test
  void a_skill_can_be_followed_from_its_upload_to_its_report() {
    String other = "text-stats-" + UUID.randomUUID().toString().substring(0, 8);
    String id = upload(ExampleSkills.archive("text-stats", t -> t.replace("text-stats", other)));
    Api.Reply started = admin.post("/api/admin/skills/" + id + "/validate", java.util.Map.of());
    assertThat(started.status()).isEqualTo(202);
    String run = started.body().path("run_id").asString();
    JsonNode status = awaitEnd(id);
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(status.path("scores").path("overall").decimalValue()).isEqualByComparingTo("100");

    JsonNode evidence = admin.get("/api/admin/skills/" + id + "/runs/" + run).body();
    List<String> steps = new ArrayList<>();
    evidence.path("steps").forEach(s -> steps.add(s.path("step").path("name").asString()));
    assertThat(steps).startsWith("prepare", "install", "tasks").endsWith("report", "conclude");
    String transcript =
        evidence.path("steps").get(3).path("evidence").path("transcript").asString();
    Api.Reply told =
        admin.get("/api/admin/skills/" + id + "/runs/" + run + "/transcripts/" + transcript);
    assertThat(told.status()).isEqualTo(200);
    assertThat(told.response().body()).contains("load_skill");

    String report = admin.get("/api/admin/skills/" + id + "/report").response().body();
    assertThat(report).contains(other).contains("rehearsal");
  }

  @Test
  void a_server_that_dies_between_the_verdict_and_the_end_leaves_no_skill_in_validation() {
    String other = "text-stats-" + UUID.randomUUID().toString().substring(0, 8);
    String id = upload(ExampleSkills.archive("text-stats", t -> t.replace("text-stats", other)));
    Api.Reply started = admin.post("/api/admin/skills/" + id + "/validate", java.util.Map.of());
    String run = started.body().path("run_id").asString();
    awaitEnd(id);

    JdbcClient.create(server.part(DataSource.class))
        .sql(
            "update workflow_run set state = 'running', ended_at = null, result = null where id = ?")
        .param(UUID.fromString(run))
        .update();

    JsonNode status = awaitEnd(id);
    assertThat(status.path("run_state").asString()).isEqualTo("finished");
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(admin.get("/api/admin/skills/" + id + "/report").status()).isEqualTo(200);
  }

  private JsonNode validate(String name, UnaryOperator<String> change) {
    String id = upload(ExampleSkills.archive(name, change));
    Api.Reply started = admin.post("/api/admin/skills/" + id + "/validate", java.util.Map.of());
    assertThat(started.status()).isEqualTo(202);
    JsonNode status = awaitEnd(id);
    String run = started.body().path("run_id").asString();
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    return admin.get("/api/admin/skills/" + id + "/runs/" + run).body().path("result");
  }

  private JsonNode awaitEnd(String id) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> admin.get("/api/admin/skills/" + id + "/validation-status").body(),
            status -> !List.of("waiting", "running").contains(status.path("run_state").asString()));
  }

  private String upload(byte[] archive) {
    String boundary = "----" + UUID.randomUUID();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--"
                + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"s.zip\"\r\n"
                + "Content-Type: application/zip\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(archive);
    body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    Api.Reply reply =
        admin.send(
            admin
                .request("/api/admin/skills/upload")
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(201);
    return reply.body().path("skill_id").asString();
  }
}
