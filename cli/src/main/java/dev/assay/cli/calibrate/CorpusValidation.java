package dev.assay.cli.calibrate;

import dev.assay.cli.check.Workspace;
import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.WireAnswers;
import dev.assay.cli.validate.RemoteSkills;
import dev.assay.cli.validate.UploadContent;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictTask;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Has a server validate skills of the corpus like any other skill.
final class CorpusValidation {
  private static final String PREFIX = "calibration-";
  private static final int LARGEST_PAGE = 200;
  private static final String CALIBRATIONS = "/api/admin/calibrations";
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final Set<String> ALIVE = Set.of("waiting", "running");

  private final Connection connection;
  private final RemoteSkills skills;
  private final Runnable meanwhile;
  private final JsonNode conditions;

  /// @param meanwhile an action that runs repeatedly while a validation is under way
  CorpusValidation(Connection connection, Runnable meanwhile) {
    this.connection = connection;
    this.skills = new RemoteSkills(connection);
    this.meanwhile = meanwhile;
    conditions = connection.get(CALIBRATIONS).path("conditions");
  }

  /// The models, prompts, policy and version of the server.
  JsonNode conditions() {
    return conditions;
  }

  /// Tests whether the server has models configured.
  boolean hasModels() {
    return !conditions.path("models").isEmpty();
  }

  /// Tests whether the server's latest calibration is still valid.
  boolean isCalibrated() {
    JsonNode latest = connection.get(CALIBRATIONS).path("calibrations").path(0);
    return latest.isObject() && latest.path("expired").isEmpty();
  }

  /// Stores the report on the server.
  ///
  /// @return the sentence that verdicts carry from now on
  String record(Map<String, Object> report) {
    return connection
        .send("POST", CALIBRATIONS, Map.of("conditions", conditions, "report", report))
        .path("words")
        .asString("");
  }

  /// Removes the skills of earlier calibrations, finished or not.
  void clear(Set<String> variants) throws InterruptedException {
    JsonNode found =
        connection.get("/api/admin/skills?q=" + PREFIX + "&size=" + LARGEST_PAGE).path("skills");
    for (JsonNode each : found) {
      if (variants.contains(each.path("name").asString(""))) {
        delete(each.path("skill_id").asString(""));
      }
    }
  }

  /// Deletes a skill. A running validation of it is stopped first.
  void delete(String id) throws InterruptedException {
    if (ALIVE.contains(skills.status(id).path("run_state").asString(""))) {
      skills.ask(id, "cancel");
      while (ALIVE.contains(skills.status(id).path("run_state").asString(""))) {
        Thread.sleep(PAUSE);
      }
    }
    connection.send("DELETE", "/api/admin/skills/" + id, Map.of());
  }

  static String variant(CorpusFiles skill, Mutation mutation) {
    return PREFIX + skill.name() + "-" + mutation.word();
  }

  /// @return the id of the skill
  String upload(CorpusFiles skill, Mutation mutation) throws IOException {
    Path folder = Workspace.open();
    CorpusFiles variant = mutation.apply(skill).named(variant(skill, mutation));
    return switch (UploadContent.of(variant.write(folder))) {
      case UploadContent.Ready(Path archive) ->
          skills.upload(archive).path("skill_id").asString("");
      case UploadContent.Refused refused ->
          throw new AssayException(
              ErrorCode.INTERNAL_ERROR,
              "The corpus skill %s is refused: %s"
                  .formatted(variant.name(), refused.findings().getFirst().message()));
    };
  }

  Measured validate(String id, CorpusFiles skill, Mutation mutation, int number)
      throws InterruptedException {
    String run = skills.ask(id, "validate").path("run_id").asString("");
    JsonNode status = skills.status(id);
    while (ALIVE.contains(status.path("run_state").asString(""))) {
      meanwhile.run();
      Thread.sleep(PAUSE);
      status = skills.status(id);
    }
    Optional<Verdict> result = WireAnswers.read(skills.run(id, run).path("result"), Verdict.class);
    JsonNode costs = connection.get("/api/admin/model-costs?run=" + run);
    Map<String, String> models = new TreeMap<>();
    long calls = 0;
    long input = 0;
    long output = 0;
    for (JsonNode line : costs.path("lines")) {
      models.put(line.path("purpose").asString(""), line.path("model").asString(""));
      calls += line.path("calls").asLong();
      input += line.path("input_tokens").asLong();
      output += line.path("output_tokens").asLong();
    }
    return new Measured(
        skill.name(),
        mutation,
        number,
        result.map(CorpusValidation::outcome).orElse(Measured.Outcome.INCONCLUSIVE),
        result.map(Verdict::scores).map(scores -> scores.overall().doubleValue()),
        result.map(CorpusValidation::pairs).orElse(List.of()),
        checks(result, Verdict.SecondOpinion::again),
        checks(result, Verdict.SecondOpinion::second),
        calls,
        input,
        output,
        costs.path("cost").isNumber() ? costs.path("cost").decimalValue() : BigDecimal.ZERO,
        models,
        conditions.toString());
  }

  private static List<int[]> checks(
      Optional<Verdict> result, Function<Verdict.SecondOpinion, @Nullable Integer> other) {
    List<int[]> checks = new ArrayList<>();
    for (Verdict.SecondOpinion each : result.map(Verdict::judgeChecks).orElse(List.of())) {
      Integer grade = other.apply(each);
      if (grade != null) {
        checks.add(new int[] {each.score(), grade});
      }
    }
    return checks;
  }

  private static Measured.Outcome outcome(Verdict result) {
    return switch (result.outcome()) {
      case "passed" -> Measured.Outcome.PASSED;
      case "failed" -> Measured.Outcome.FAILED;
      case "held" -> Measured.Outcome.HELD;
      default -> Measured.Outcome.INCONCLUSIVE;
    };
  }

  private static List<int[]> pairs(Verdict result) {
    List<int[]> pairs = new ArrayList<>();
    for (VerdictTask task : result.tasks()) {
      if (task.online() != null && task.offline() != null) {
        pairs.add(new int[] {task.online().score(), task.offline().score()});
      }
    }
    return pairs;
  }
}
