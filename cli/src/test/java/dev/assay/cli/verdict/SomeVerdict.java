package dev.assay.cli.verdict;

import dev.assay.cli.connection.WireAnswers;
import dev.assay.wire.Verdict;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A verdict for tests, which name only the values that matter to them.
final class SomeVerdict {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String USUAL =
      """
      {"skill_id": "8fc9876b-0e01-4b98-9461-e854b2d39cdc", "skill_name": "sly", "version": 2,
       "digest": "sha256:0", "outcome": "failed", "validation_stage": "failed",
       "runtime_image_version": "v1.0", "base": "host", "architecture": "amd64",
       "environment": "shared", "rehearsal": false, "engine": "local", "findings": [],
       "reasons": [], "held_reasons": [], "warnings": [], "not_reached": [],
       "format_check": {"passed": true, "errors": [], "warnings": []}, "static_findings": [],
       "scores": null, "proof": null, "judge_checks": [], "tasks": [],
       "layer1_result": {"passed": false, "blind_test": null,
        "network_test": {"reached": false, "passed": null, "blocked_network_calls": null,
         "offline_capable": null, "summary": "Offline was not reached.", "tried_offline": [],
         "contacted_online": [], "undeclared_hosts": []},
        "execution_metrics": null, "scores": null},
       "layer2_result": null,
       "packages": {"declared": [], "needed": [], "extra": [], "built": [], "noticed": [],
        "unmet": []},
       "installed_dependencies": {}, "regressions": [], "executors": [], "executor_policy": "all",
       "model_usage": {"calls": 0, "input_tokens": 0, "output_tokens": 0, "total_tokens": 0,
        "cost": 0}}
      """;
  private static final String ATTEMPT =
      """
      {"score": 1, "analysis": "", "reason": "", "skills_used": [], "activated": false,
       "network": [], "installs": [], "ending": "done", "checked": null, "requirements_met": [],
       "requirements_missed": [], "execution_time_ms": 0, "cpu_ms": null, "cpu_percent": null,
       "peak_memory_bytes": null, "disk_read_bytes": null, "disk_write_bytes": null, "cost": 0}
      """;
  private static final String EXECUTOR =
      """
      {"reasons": [], "held": [], "inconclusive": "", "scores": null, "proof": null, "tasks": [],
       "calls": 0, "input_tokens": 0, "cached_tokens": 0, "output_tokens": 0, "cost": 0}
      """;

  private SomeVerdict() {}

  /// @param values the values that differ from the usual ones, as JSON
  static Verdict of(String values) {
    ObjectNode verdict = with(USUAL, JSON.readTree(values));
    for (JsonNode task : verdict.path("tasks")) {
      for (String phase : new String[] {"online", "offline"}) {
        if (task.path(phase).isObject()) {
          ((ObjectNode) task).set(phase, with(ATTEMPT, task.path(phase)));
        }
      }
      ((ObjectNode) task).putIfAbsent("prompt", JSON.getNodeFactory().stringNode(""));
    }
    verdict.set(
        "executors",
        JSON.createArrayNode()
            .addAll(
                verdict
                    .path("executors")
                    .valueStream()
                    .map(each -> with(EXECUTOR, each))
                    .toList()));
    return WireAnswers.read(verdict, Verdict.class).orElseThrow();
  }

  private static ObjectNode with(String usual, JsonNode values) {
    ObjectNode all = (ObjectNode) JSON.readTree(usual);
    return all.setAll((ObjectNode) values);
  }
}
