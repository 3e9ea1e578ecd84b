package dev.assay.validation;

import dev.assay.agent.CostLine;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.finding.FindingOverview;
import dev.assay.workflow.RunRecord;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes results as JSON for programs. `assets/result.schema.json` describes the form.
final class ResultJson {
  static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private ResultJson() {}

  static String result(Result result, ResultFacts facts) {
    return JSON.writeValueAsString(tree(result, facts));
  }

  /// Writes a result together with later facts about its run.
  static String result(Result result, ResultFacts facts, boolean acknowledged) {
    return JSON.writeValueAsString(tree(result, facts).put("rehearsal_acknowledged", acknowledged));
  }

  private static ObjectNode tree(Result result, ResultFacts facts) {
    ObjectNode own = JSON.valueToTree(result);
    ObjectNode all = JSON.createObjectNode();
    facts.skill().ifPresent(skill -> all.put("skill_id", skill.id().toString()));
    all.set("skill_name", own.path("skill"));
    for (String same : List.of("version", "digest", "outcome")) {
      all.set(same, own.path(same));
    }
    all.put("validation_stage", result.approvable() ? "completed" : "failed");
    all.set("runtime_image_version", own.path("image"));
    for (String same : List.of("base", "architecture", "environment", "rehearsal")) {
      all.set(same, own.path(same));
    }
    if (facts.run().isPresent()) { // reporting models do not need it
      all.set("engine", own.path("engine"));
    }
    all.set("findings", findings(JSON.valueToTree(known(result))));
    all.set("reasons", own.path("reasons"));
    all.set("held_reasons", own.path("held"));
    all.set("warnings", own.path("warnings"));
    all.set("not_reached", own.path("not_reached"));
    facts.skill().ifPresent(skill -> format(all, skill.bundle().findings()));
    ArrayNode tasks = LayerJson.tasks(result.tasks());
    all.set("scores", LayerJson.scores(result));
    all.set("proof", own.path("proof"));
    all.set("judge_checks", own.path("judge_checks"));
    all.set("tasks", tasks);
    all.set("layer1_result", LayerJson.first(result, tasks, facts.assessment()));
    all.set("layer2_result", LayerJson.second(result));
    ObjectNode packages = (ObjectNode) own.path("packages");
    packages.remove("conflicts");
    all.set("packages", packages);
    all.set("installed_dependencies", own.path("installed"));
    all.set("regressions", own.path("regressions"));
    all.set("executors", lines(result));
    all.set("executor_policy", own.path("executor_policy"));
    all.set("model_usage", usage(facts.spent()));
    facts.run().map(RunRecord::times).ifPresent(times -> times(all, times));
    return all;
  }

  private static void times(ObjectNode all, RunRecord.Times times) {
    all.put("asked_at", times.asked().toString());
    times.started().ifPresent(at -> all.put("started_at", at.toString()));
    times.ended().ifPresent(at -> all.put("validated_at", at.toString()));
  }

  private static List<ResultFinding> known(Result result) {
    return result.findings().isEmpty() ? FindingOverview.ofOlder(result) : result.findings();
  }

  private static ArrayNode findings(JsonNode found) {
    ArrayNode findings = JSON.createArrayNode();
    for (JsonNode each : found) {
      ObjectNode finding = findings.addObject();
      finding.setAll((ObjectNode) each);
      finding.put("severity", each.path("severity").asString().toLowerCase(Locale.ROOT));
      for (String maybe : List.of("file", "excerpt", "hint")) {
        if (each.path(maybe).asString("").isEmpty()) {
          finding.putNull(maybe);
        }
      }
      if (each.path("line").asInt(0) == 0) {
        finding.putNull("line");
      }
    }
    return findings;
  }

  private static void format(ObjectNode all, List<Finding> findings) {
    ObjectNode format = all.putObject("format_check");
    format.put("passed", true); // a skill with format errors is refused before
    format.putArray("errors");
    ArrayNode warnings = format.putArray("warnings");
    ArrayNode scan = all.putArray("static_findings");
    for (Finding each : findings) {
      if (each.isEvidence()) {
        scan.add(finding(each));
      } else if (each.severity() == Severity.WARNING) {
        warnings.add(finding(each));
      }
    }
  }

  private static ObjectNode finding(Finding finding) {
    ObjectNode node = JSON.valueToTree(finding);
    node.remove(List.of("error", "evidence"));
    return node.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
  }

  private static ObjectNode usage(List<CostLine> lines) {
    long input = lines.stream().mapToLong(line -> line.usage().inputTokens()).sum();
    long output = lines.stream().mapToLong(line -> line.usage().outputTokens()).sum();
    return JSON.createObjectNode()
        .put("calls", lines.stream().mapToLong(CostLine::calls).sum())
        .put("input_tokens", input)
        .put("output_tokens", output)
        .put("total_tokens", input + output)
        .put("cost", lines.stream().map(CostLine::cost).reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  private static ArrayNode lines(Result result) {
    ArrayNode lines = JSON.createArrayNode();
    result
        .executors()
        .forEach(
            each -> {
              ObjectNode line = JSON.valueToTree(each);
              lines.add(line.set("scores", LayerJson.scores(each.scores())));
            });
    return lines;
  }

  /// Returns the first few findings in short form, for notices and the audit log.
  static List<Map<String, Object>> brief(Result result, int most) {
    return known(result).stream()
        .limit(most)
        .map(
            each -> {
              Map<String, Object> named = new LinkedHashMap<>();
              named.put("code", each.code().name());
              named.put("severity", each.severity().name().toLowerCase(Locale.ROOT));
              named.put("message", each.message());
              if (!each.file().isEmpty()) {
                named.put("file", each.file());
                named.put("line", each.line());
              }
              named.put("hint", each.hint());
              return named;
            })
        .toList();
  }

  /// Lists the models that did the tasks, with the outcome of each.
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

  /// Returns the scores, or an empty text if there are none.
  static String scores(Result result) {
    if (result.scores().isEmpty()) {
      return "";
    }
    ObjectNode scores = (ObjectNode) LayerJson.scores(result);
    Optional.of(JSON.<JsonNode>valueToTree(result.proof()))
        .filter(JsonNode::isObject)
        .ifPresent(proof -> scores.set("proof", proof));
    scores.set("executors", JSON.valueToTree(executors(result)));
    scores.put("executor_policy", result.executorPolicy());
    return JSON.writeValueAsString(scores);
  }
}
