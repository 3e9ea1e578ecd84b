package dev.assay.bench;

import dev.assay.start.AssayServer;
import dev.assay.configuration.ServeOptions;
import dev.assay.cli.connection.Connection;
import dev.assay.home.Home;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A server in this process that validates skills, with a user's requests to it.
final class ValidationServer implements AutoCloseable {
  private static final String PATH = "/api/admin/skills";

  private final AssayServer server;
  private final Connection connection;

  private ValidationServer(AssayServer server, Connection connection) {
    this.server = server;
    this.connection = connection;
  }

  static ValidationServer start(Path folder, Path home, Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("ASSAY_HOME", home.toString());
    environment.put("ASSAY_LOG_LEVEL", "warn");
    AssayServer server =
        AssayServer.start(
            new ServeOptions(
                Home.locate(environment),
                folder,
                Optional.empty(),
                Optional.of(0),
                Map.copyOf(environment)));
    try {
      return new ValidationServer(
          server, Connection.open(Optional.empty(), environment, Connection.Absence.REFUSE));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  String upload(Path archive) throws IOException {
    return connection.upload(PATH + "/upload", archive).path("skill_id").asString("");
  }

  void begin(String id) {
    connection.send("POST", PATH + "/" + id + "/validate", Map.of());
  }

  JsonNode status(String id) {
    return connection.get(PATH + "/" + id + "/validation-status");
  }

  JsonNode await(String id) throws InterruptedException {
    while (true) {
      JsonNode status = status(id);
      if (!List.of("waiting", "running").contains(status.path("run_state").asString(""))) {
        return status;
      }
      Thread.sleep(Duration.ofMillis(50));
    }
  }

  void approve(String id) {
    connection.send("POST", PATH + "/" + id + "/approve", Map.of("acknowledge_rehearsal", true));
  }

  /// Validates an archive and returns the status at the end; the validation has to finish.
  JsonNode validate(Path archive) throws IOException, InterruptedException {
    String id = upload(archive);
    begin(id);
    JsonNode status = await(id);
    if (!status.path("run_state").asString("").equals("finished")) {
      throw new IllegalStateException("did not finish: " + status.toPrettyString());
    }
    return status;
  }

  /// The duration of the run, by its own record.
  static double seconds(JsonNode status) {
    return Duration.between(time(status.path("started_at")), time(status.path("ended_at")))
            .toMillis()
        / 1e3;
  }

  static Instant time(JsonNode node) {
    return Instant.parse(node.asString("1970-01-01T00:00:00Z"));
  }

  static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  @Override
  public void close() {
    connection.close();
    server.close();
  }
}
