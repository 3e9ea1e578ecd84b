package dev.assay.validation;

import dev.assay.validation.evidence.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Results as JSON, in the words programs know.
final class ResultJson {
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private ResultJson() {}

  static String result(Result result) {
    return JSON.writeValueAsString(result);
  }

  /// The same with what came after it.
  static String result(Result result, boolean acknowledged) {
    ObjectNode all = JSON.valueToTree(result);
    return JSON.writeValueAsString(all.put("rehearsal_acknowledged", acknowledged));
  }

  /// Which models did the tasks, and what each came to.
  private static List<Map<String, Object>> executors(Result result) {
    return result.executors().stream()
        .map(
            line -> {
              Map<String, Object> named = new LinkedHashMap<>();
              named.put("model", line.model());
              named.put("outcome", line.outcome());
              line.scores().ifPresent(scores -> named.put("overall", scores.overall()));
              line.proof().ifPresent(proof -> named.put("proof", proof.words()));
              return named;
            })
        .toList();
  }

  /// Empty if there are none.
  static String scores(Result result) {
    return result
        .scores()
        .map(
            scores -> {
              Map<String, Object> named = new LinkedHashMap<>();
              named.put("completion_score", scores.completion());
              named.put("trigger_score", scores.trigger());
              named.put("offline_score", scores.offline());
              named.put("overall", scores.overall());
              named.put("offline_completion", scores.offlineCompletion());
              named.put("attempts", scores.attempts());
              named.put("offline_capable", scores.offlineCapable());
              named.put("threshold", scores.threshold());
              named.put("weights", scores.weights());
              result.proof().ifPresent(proof -> named.put("proof", proof));
              named.put("executors", executors(result));
              named.put("executor_policy", result.executorPolicy());
              return JSON.writeValueAsString(named);
            })
        .orElse("");
  }
}
