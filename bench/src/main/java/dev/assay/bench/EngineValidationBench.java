package dev.assay.bench;

import dev.assay.AssayServer;
import dev.assay.ServeOptions;
import dev.assay.cli.connection.Connection;
import dev.assay.home.Home;
import dev.assay.testkit.model.SimulatedModelServer;
import dev.assay.testkit.model.SimulatedWorld;
import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SkillTruth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A whole validation on Docker beside the same one on the local engine: by rules alone, and with a
/// model that takes a second for every answer.
///
/// Aim: at most twice as long with the model.
final class EngineValidationBench {
  private static final String PATH = "/api/admin/skills";
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final SimulatedWorld RELIABLE =
      SimulatedWorld.ORDINARY.with(new SkillTruth(1, 0, 1, 0, 0)).with(new NoisyJudge(0, 0));

  private final Path folder;
  private final Path example;
  private final int rounds;
  private int made;

  private EngineValidationBench(Path folder, Path example, int rounds) {
    this.folder = folder;
    this.example = example;
    this.rounds = rounds;
  }

  static void run(Path example, int rounds) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("assay-bench");
    try {
      DockerPeer docker =
          DockerPeer.start(folder, "true")
              .orElseThrow(
                  () -> new IllegalStateException("No Docker daemon can be started here."));
      try {
        EngineValidationBench bench = new EngineValidationBench(folder, example, rounds);
        Map<String, String> there =
            Map.of(
                "ASSAY_SANDBOX_ENGINE",
                "docker",
                "ASSAY_SANDBOX_DOCKER_SOCKET",
                docker.socket().toString());
        bench.compare("by rules", there, Map.of());
        try (SimulatedModelServer model = SimulatedModelServer.in(RELIABLE, ANSWER)) {
          Map<String, String> asked =
              Map.of(
                  "ASSAY_MODEL_BASE_URL",
                  model.baseUrl().toString(),
                  "ASSAY_MODEL_NAME",
                  "simulated");
          bench.compare("model of 1 s", there, asked);
        }
      } finally {
        docker.close();
      }
    } finally {
      Programs.run("rm", "-rf", folder.toString());
    }
  }

  private void compare(String what, Map<String, String> docker, Map<String, String> model)
      throws IOException, InterruptedException {
    double local = median(model);
    Map<String, String> both = new HashMap<>(docker);
    both.putAll(model);
    double there = median(both);
    System.out.printf(
        Locale.ROOT,
        "%s, %-14s local %6.2f s   docker %6.2f s   ratio %.2f   aim 2 with the model%n",
        example.getFileName(),
        what + ":",
        local,
        there,
        there / local);
  }

  private double median(Map<String, String> settings) throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("ASSAY_HOME", folder.resolve("home-" + ++made).toString());
    environment.put("ASSAY_LOG_LEVEL", "warn");
    try (AssayServer _ =
            AssayServer.start(
                new ServeOptions(
                    Home.locate(environment),
                    folder,
                    Optional.empty(),
                    Optional.of(0),
                    Map.copyOf(environment)));
        Connection server =
            Connection.open(Optional.empty(), environment, Connection.Absence.REFUSE)) {
      TrialSkills skills = new TrialSkills(folder);
      List<Double> took = new ArrayList<>();
      for (int round = 0; round <= rounds; round++) {
        double seconds = validate(server, skills.copy(example, "text-facts-" + ++made));
        if (round > 0) { // the first one finds everything cold
          took.add(seconds);
        }
      }
      return took.stream().sorted().toList().get(took.size() / 2);
    }
  }

  private static double validate(Connection server, Path archive)
      throws IOException, InterruptedException {
    String id = server.upload(PATH + "/upload", archive).path("skill_id").asString("");
    server.send("POST", PATH + "/" + id + "/validate", Map.of());
    while (true) {
      JsonNode status = server.get(PATH + "/" + id + "/validation-status");
      String state = status.path("run_state").asString("");
      if (state.equals("finished")) {
        return Duration.between(time(status.path("started_at")), time(status.path("ended_at")))
                .toMillis()
            / 1e3;
      }
      if (!List.of("waiting", "running").contains(state)) {
        throw new IllegalStateException("did not finish: " + status.toPrettyString());
      }
      Thread.sleep(Duration.ofMillis(50));
    }
  }

  private static Instant time(JsonNode node) {
    return Instant.parse(node.asString("1970-01-01T00:00:00Z"));
  }
}
