package dev.assay.testkit.model;

import dev.assay.testkit.trust.NoisyJudge.Outcome;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Looks for the expected result in the work, and grades with noise.
final class SimulatedJudge {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final SimulatedWorld world;
  private final Draws draws;

  SimulatedJudge(SimulatedWorld world, Draws draws) {
    this.world = world;
    this.draws = draws;
  }

  String judge(Fenced request) {
    List<String> wanted = SimulatedWriter.quoted(request.section("expectations").orElse(""));
    String done = request.without("task", "criteria", "expected", "expectations");
    Outcome outcome =
        !wanted.isEmpty() && wanted.stream().allMatch(done::contains)
            ? Outcome.DONE
            : Outcome.NOT_DONE;
    String about = request.text();
    int grade =
        world.judge().grade(outcome, draws.of("judge", about, "" + draws.occurrence(about)));
    return JSON.writeValueAsString(
        Map.of(
            "analysis",
            "The result is " + (outcome == Outcome.DONE ? "right." : "not right."),
            "requirements_met",
            grade >= 3 ? List.of("The result") : List.of(),
            "requirements_missed",
            grade <= 3 ? List.of("The result") : List.of(),
            "score",
            grade,
            "reason",
            "Compared with what is expected."));
  }
}
