package dev.assay.cli.progress;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What finished steps found, as far as it is shown while the rest runs.
public final class StepFindings {
  private final Map<String, JsonNode> found = new HashMap<>();

  public static StepFindings none() {
    return new StepFindings();
  }

  /// From the answer for one run.
  public static StepFindings of(JsonNode run) {
    StepFindings evidence = new StepFindings();
    for (JsonNode each : run.path("steps")) {
      evidence.found.put(each.path("step").path("name").asString(""), each.path("evidence"));
    }
    return evidence;
  }

  /// Whether it is known what the step found; a step that was under way when it was asked for had
  /// found nothing yet.
  public boolean has(String step) {
    return found.containsKey(step) && found.get(step).isObject();
  }

  /// What the judge gave, 1 to 5.
  public Optional<Integer> score(String step) {
    return Optional.ofNullable(found.get(step))
        .map(judged -> judged.path("score"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asInt);
  }

  /// How many places a task contacted, or tried to.
  public int contacts(String step) {
    JsonNode trial = found.get(step);
    return trial == null
        ? 0
        : Math.max(trial.path("tried_offline").size(), trial.path("contacted_online").size());
  }
}
