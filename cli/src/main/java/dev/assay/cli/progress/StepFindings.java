package dev.assay.cli.progress;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The findings of finished steps that are shown while the run continues.
public final class StepFindings {
  private final Map<String, JsonNode> found = new HashMap<>();

  public static StepFindings none() {
    return new StepFindings();
  }

  /// Reads the findings from the server's answer about a run.
  public static StepFindings of(JsonNode run) {
    StepFindings evidence = new StepFindings();
    for (JsonNode each : run.path("steps")) {
      evidence.found.put(each.path("step").path("name").asString(""), each.path("evidence"));
    }
    return evidence;
  }

  /// Tests whether the findings of a step are known. A step that was still running when the server
  /// was asked has none.
  public boolean has(String step) {
    return found.containsKey(step) && found.get(step).isObject();
  }

  /// Returns the judge's grade, 1 to 5.
  public Optional<Integer> score(String step) {
    return Optional.ofNullable(found.get(step))
        .map(judged -> judged.path("score"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asInt);
  }

  /// Returns the number of places that a task contacted or tried to contact.
  public int contacts(String step) {
    JsonNode trial = found.get(step);
    return trial == null
        ? 0
        : Math.max(trial.path("tried_offline").size(), trial.path("contacted_online").size());
  }
}
