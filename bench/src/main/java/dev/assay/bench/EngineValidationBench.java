package dev.assay.bench;

import dev.assay.testkit.model.SimulatedModelServer;
import dev.assay.testkit.model.SimulatedWorld;
import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SkillTruth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Measures a whole validation on Docker beside the same one on the local engine: by rules alone,
/// and with a model that takes a second for every answer.
///
/// Aim: at most twice as long with the model.
final class EngineValidationBench {
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
    Path home = folder.resolve("home-" + ++made);
    try (ValidationServer server = ValidationServer.start(folder, home, settings)) {
      TrialSkills skills = new TrialSkills(folder);
      List<Double> took = new ArrayList<>();
      for (int round = 0; round <= rounds; round++) {
        JsonNode status = server.validate(skills.copy(example, "text-facts-" + ++made));
        if (round > 0) { // the first one is cold
          took.add(ValidationServer.seconds(status));
        }
      }
      return ValidationServer.median(took);
    }
  }
}
