package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.sandbox.lease.Lease;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Uses the gate like a program: it uploads, starts, follows and reads.
final class GateClient {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Api admin;
  private final JdbcClient jdbc;
  private final Supplier<List<Lease>> leases;

  GateClient(TestServer server) {
    this(
        server.admin(),
        server.part(JdbcClient.class),
        () -> server.part(SandboxKeeper.class).list());
  }

  GateClient(Api admin, JdbcClient jdbc, Supplier<List<Lease>> leases) {
    this.admin = admin;
    this.jdbc = jdbc;
    this.leases = leases;
  }

  Api admin() {
    return admin;
  }

  JdbcClient jdbc() {
    return jdbc;
  }

  String upload(byte[] archive) {
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
    assertThat(reply.status()).as(reply.response().body()).isBetween(200, 201);
    return reply.body().path("skill_id").asString();
  }

  Api.Reply post(String id, String action) {
    return admin.post("/api/admin/skills/" + id + "/" + action, Map.of());
  }

  String start(String id) {
    Api.Reply started = post(id, "validate");
    assertThat(started.status()).as(started.response().body()).isEqualTo(202);
    return started.body().path("run_id").asString();
  }

  JsonNode status(String id) {
    return admin.get("/api/admin/skills/" + id + "/validation-status").body();
  }

  /// Waits in the database, where waiting costs least, and reads the result like a program.
  JsonNode awaitEnd(String id) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () ->
                jdbc.sql(
                        "select count(*) from workflow_run where subject = ?"
                            + " and state in ('waiting', 'running')")
                    .param(Validations.subject(UUID.fromString(id)))
                    .query(Integer.class)
                    .single(),
            alive -> alive == 0);
    return status(id);
  }

  /// Waits until a step is under way.
  void awaitStep(String id, String step) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> stepState(id, step).equals("started"));
  }

  String stepState(String id, String step) {
    return stepOf(id, step).path("state").asString("");
  }

  int attempts(String id, String step) {
    return stepOf(id, step).path("attempt").asInt();
  }

  private JsonNode stepOf(String id, String step) {
    JsonNode status = status(id);
    for (JsonNode each : status.path("steps")) {
      if (each.path("name").asString().equals(step)) {
        return each;
      }
    }
    return status.path("steps").path(-1);
  }

  JsonNode run(String id, String run) {
    return admin.get("/api/admin/skills/" + id + "/runs/" + run).body();
  }

  /// Returns the evidence of a step of the run.
  JsonNode evidence(String id, String run, String step) {
    for (JsonNode each : run(id, run).path("steps")) {
      if (each.path("step").path("name").asString().equals(step)) {
        return each.path("evidence");
      }
    }
    throw new AssertionError("no step " + step);
  }

  /// Returns the whole stored result of a step, including the part that programs do not see.
  JsonNode kept(String run, String step) {
    return JsonMapper.builder()
        .build()
        .readTree(
            jdbc.sql("select result from workflow_step where run = ?::uuid and name = ?")
                .params(run, step)
                .query(String.class)
                .single());
  }

  /// Uploads and validates a skill. The run must finish.
  Done validate(byte[] archive) {
    String id = upload(archive);
    String run = start(id);
    JsonNode status = awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    return new Done(id, run, run(id, run).path("result"));
  }

  record Done(String id, String run, JsonNode result) {
    String outcome() {
      return result.path("outcome").asString();
    }

    List<String> reasons() {
      List<String> codes = new ArrayList<>();
      result.path("reasons").forEach(each -> codes.add(each.path("code").asString()));
      return codes;
    }
  }

  /// Approves a skill as a reviewer. It is in use at once.
  void approve(String id) {
    Api.Reply yes =
        admin.post("/api/admin/skills/" + id + "/approve", Map.of("acknowledge_rehearsal", true));
    assertThat(yes.status()).as(yes.response().body()).isEqualTo(200);
  }

  /// Returns the gate to a state without skills in use and without packages.
  void empty() {
    Api.Reply back = admin.post("/api/admin/images/rollback", Map.of("target_version", "v1.0"));
    assertThat(back.status()).as(back.response().body()).isIn(200, 400); // 400: already current
    assertThat(admin.get("/api/skills").body().path("total").asInt()).isZero();
  }

  List<Lease> sandboxes() {
    return leases.get().stream().filter(lease -> lease.labels().containsKey("run")).toList();
  }
}
