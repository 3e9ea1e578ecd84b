package dev.assay.validation;

import static dev.assay.validation.ResultJson.JSON;

import dev.assay.agent.Assessor;
import dev.assay.validation.decision.Reason;
import dev.assay.validation.evidence.Checked;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.TaskRun;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes the two layers of a result with the names of the specification (document 002).
final class LayerJson {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1 << 20);
  private static final Set<Reason.Code> OF_LAYER_2 =
      Set.of(Reason.Code.DEPENDENCY_CONFLICT, Reason.Code.REGRESSION_FAILED);

  private LayerJson() {}

  static JsonNode scores(Result result) {
    return scores(result.scores());
  }

  static JsonNode scores(Optional<Result.Scores> found) {
    return found
        .<JsonNode>map(
            scores ->
                JSON.createObjectNode()
                    .put("completion_score", scores.completion())
                    .put("trigger_score", scores.trigger())
                    .put("offline_score", scores.offline())
                    .put("overall", scores.overall())
                    .put("offline_completion", scores.offlineCompletion())
                    .put("attempts", scores.attempts())
                    .put("offline_capable", scores.offlineCapable())
                    .put("threshold", scores.threshold())
                    .set("weights", JSON.valueToTree(scores.weights())))
        .orElse(JsonNodeFactory.instance.nullNode());
  }

  static ArrayNode tasks(List<Result.TaskResult> results) {
    ArrayNode tasks = JSON.createArrayNode();
    for (Result.TaskResult task : results) {
      ObjectNode node = tasks.addObject();
      node.put("task", task.task());
      node.put("prompt", task.prompt());
      node.set("online", attempt(task.online()));
      node.set("offline", attempt(task.offline()));
    }
    return tasks;
  }

  private static JsonNode attempt(Optional<Result.Attempt> attempt) {
    if (attempt.isEmpty()) {
      return JsonNodeFactory.instance.nullNode();
    }
    ObjectNode node = JSON.valueToTree(attempt.get());
    node.set("requirements_met", node.remove("met"));
    node.set("requirements_missed", node.remove("missed"));
    node.remove("used");
    checked(attempt.get().checked(), node);
    return node.setAll(used(attempt.get().used()));
  }

  /// Writes the answer of a task's own checker.
  static void checked(Optional<Checked> checked, ObjectNode node) {
    node.putNull("checked");
    checked.ifPresent(
        its ->
            node.putObject("checked")
                .put("outcome", its.outcome().name().toLowerCase(Locale.ROOT))
                .put("words", its.words()));
  }

  static ObjectNode used(TaskRun.Used used) {
    return JSON.createObjectNode()
        .put("execution_time_ms", used.millis())
        .put("cpu_ms", used.cpuMillis())
        .put(
            "cpu_percent",
            Optional.ofNullable(used.cpuMillis())
                .map(part -> percent(part, used.millis()))
                .orElse(null))
        .put("peak_memory_bytes", used.peakMemory())
        .put("disk_read_bytes", used.diskRead())
        .put("disk_write_bytes", used.diskWritten())
        .put("cost", used.cost());
  }

  static ObjectNode first(
      Result result, ArrayNode tasks, Optional<Assessor.Assessment> assessment) {
    ObjectNode layer = JSON.createObjectNode();
    boolean failed =
        result.reasons().stream().anyMatch(reason -> !OF_LAYER_2.contains(reason.code()));
    layer.put("passed", !failed && !result.notReached().contains("layer2"));
    layer.set("blind_test", blind(result, tasks));
    layer.set("network_test", network(result));
    layer.set("execution_metrics", metrics(result));
    layer.set("scores", scores(result));
    assessment.ifPresent(found -> layer.setAll((ObjectNode) JSON.<JsonNode>valueToTree(found)));
    return layer;
  }

  private static JsonNode blind(Result result, ArrayNode tasks) {
    if (result.tasks().isEmpty()) {
      return JsonNodeFactory.instance.nullNode();
    }
    ObjectNode blind = JSON.createObjectNode();
    long used =
        result.tasks().stream()
            .filter(task -> task.online().filter(Result.Attempt::activated).isPresent())
            .count();
    blind.put(
        "passed",
        result.tasks().stream()
            .allMatch(task -> task.online().filter(LayerJson::done).isPresent()));
    blind.put("skill_triggered", used > 0);
    blind.put(
        "trigger_accuracy",
        BigDecimal.valueOf(used).divide(BigDecimal.valueOf(tasks.size()), 3, RoundingMode.HALF_UP));
    ArrayNode results = blind.putArray("task_results");
    for (Result.TaskResult task : result.tasks()) {
      ObjectNode each = results.addObject();
      each.put("task_id", task.task());
      each.put("task", task.prompt());
      task.online()
          .ifPresent(
              online -> {
                each.put("completed", done(online));
                each.put(
                    "skill_used",
                    online.activated()
                        ? result.skill()
                        : online.skillsUsed().stream().findFirst().orElse(null));
                each.put("correct_skill_used", online.activated());
                each.put("execution_time_ms", online.used().millis());
              });
    }
    return blind;
  }

  private static boolean done(Result.Attempt attempt) {
    return attempt.score() >= 3;
  }

  /// Returns the network part, or null if the offline phase was not reached.
  private static JsonNode network(Result result) {
    Set<String> contacted = new TreeSet<>();
    Set<String> tried = new TreeSet<>();
    int calls = 0;
    for (Result.TaskResult task : result.tasks()) {
      task.online().ifPresent(online -> contacted.addAll(online.network()));
      task.offline().ifPresent(offline -> tried.addAll(offline.network()));
      calls += task.offline().map(offline -> offline.network().size()).orElse(0);
    }
    ObjectNode network = JSON.createObjectNode();
    boolean reached = result.tasks().stream().anyMatch(task -> task.offline().isPresent());
    Optional<Boolean> capable = result.scores().map(Result.Scores::offlineCapable);
    network.put("reached", reached);
    network.put("passed", reached ? capable.orElse(null) : null);
    network.put("blocked_network_calls", reached ? calls : null);
    network.put("offline_capable", reached ? capable.orElse(null) : null);
    network.put("summary", result.offlineWords());
    network.set("tried_offline", JSON.valueToTree(tried));
    network.set("contacted_online", JSON.valueToTree(contacted));
    network.set("undeclared_hosts", JSON.valueToTree(result.undeclaredHosts()));
    return network;
  }

  /// Returns the metrics of all trials together. The memory is the maximum of a single trial.
  private static JsonNode metrics(Result result) {
    List<TaskRun.Used> used =
        result.tasks().stream()
            .flatMap(task -> Stream.concat(task.online().stream(), task.offline().stream()))
            .map(Result.Attempt::used)
            .toList();
    if (used.isEmpty()) {
      return JsonNodeFactory.instance.nullNode();
    }
    long millis = used.stream().mapToLong(TaskRun.Used::millis).sum();
    Optional<Long> cpu = together(used, TaskRun.Used::cpuMillis, Long::sum);
    return JSON.createObjectNode()
        .put("cpu_percent", cpu.map(part -> percent(part, millis)).orElse(null))
        .put("cpu_ms", cpu.orElse(null))
        .put("memory_mb", megabytes(together(used, TaskRun.Used::peakMemory, Math::max)))
        .put("disk_read_mb", megabytes(together(used, TaskRun.Used::diskRead, Long::sum)))
        .put("disk_write_mb", megabytes(together(used, TaskRun.Used::diskWritten, Long::sum)))
        .put("execution_time_sec", BigDecimal.valueOf(millis, 3).setScale(1, RoundingMode.HALF_UP));
  }

  private static BigDecimal percent(long part, long whole) {
    return whole <= 0
        ? BigDecimal.ZERO.setScale(1)
        : BigDecimal.valueOf(part)
            .multiply(HUNDRED)
            .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP);
  }

  /// Returns a sum, or empty if the value of one trial is unknown.
  private static Optional<Long> together(
      List<TaskRun.Used> used,
      Function<TaskRun.Used, @Nullable Long> figure,
      BinaryOperator<Long> sum) {
    List<Long> known =
        used.stream().flatMap(each -> Stream.ofNullable(figure.apply(each))).toList();
    return known.size() == used.size() ? known.stream().reduce(sum) : Optional.empty();
  }

  private static @Nullable BigDecimal megabytes(Optional<Long> bytes) {
    return bytes
        .map(known -> BigDecimal.valueOf(known).divide(MEGABYTE, 1, RoundingMode.HALF_UP))
        .orElse(null);
  }

  /// Returns the second layer, or null if it was not reached.
  static JsonNode second(Result result) {
    if (result.notReached().contains("layer2")) {
      return JsonNodeFactory.instance.nullNode();
    }
    List<Result.RegressionLine> failed =
        result.regressions().stream().filter(each -> !each.regressions().isEmpty()).toList();
    List<Reason> reasons =
        result.reasons().stream().filter(each -> OF_LAYER_2.contains(each.code())).toList();
    ObjectNode layer = JSON.createObjectNode();
    layer.put("passed", reasons.isEmpty());
    layer.put(
        "total_skills_tested", result.regressions().stream().filter(e -> e.tasks() > 0).count());
    layer.put("all_passed", failed.isEmpty());
    layer.set(
        "failed_skills",
        JSON.valueToTree(failed.stream().map(Result.RegressionLine::skill).toList()));
    layer.put(
        "failure_reason",
        reasons.isEmpty()
            ? null
            : String.join(" ", reasons.stream().map(Reason::message).toList()));
    ObjectNode results = layer.putObject("regression_results");
    for (Result.RegressionLine each : result.regressions()) {
      ObjectNode line = results.putObject(each.skill());
      line.put("passed", each.regressions().isEmpty());
      line.put("tasks_tried", each.tasks());
      line.put("affected_tasks", each.regressions().size());
      line.put("error", each.regressions().isEmpty() ? null : String.join(" ", each.regressions()));
    }
    layer.put("conflict_detected", !result.conflicts().isEmpty());
    ArrayNode conflicts = layer.putArray("conflicts");
    result.conflicts().forEach(each -> conflicts.add(conflict(each)));
    layer.put(
        "recommendation",
        result.conflicts().stream()
            .map(Result.PackageConflict::recommendation)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse(null));
    return layer;
  }

  private static ObjectNode conflict(Result.PackageConflict conflict) {
    ObjectNode node = JSON.createObjectNode();
    node.put("package", conflict.packageName());
    node.put("existing_version", conflict.existingVersion().orElse(null));
    node.put("new_version", conflict.newVersion().orElse(null));
    node.set("affected_skills", JSON.valueToTree(conflict.affectedSkills()));
    node.put("resolution_attempted", true);
    node.putObject("resolution_result")
        .put("resolved", conflict.resolved())
        .put("reason", conflict.reason());
    return node;
  }
}
