package dev.assay.validation;

import static dev.assay.validation.PublishedJson.JSON;

import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.evidence.CommandFailure;
import dev.assay.validation.evidence.EvidenceCard;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Report;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.evidence.Trial;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Shows the findings of a run's steps with the keys for programs. `shapes.json` describes them.
/// Data that a step keeps only for the run is left out.
final class StepEvidence {
  private static final JsonMapper KEPT = JsonMapper.builder().build();

  private StepEvidence() {}

  /// Returns the evidence of a step; empty if it has nothing to show.
  ///
  /// @param kept the result as the run stores it
  static Optional<String> of(String kept) {
    JsonNode tree = KEPT.readTree(kept);
    return shown(tree).map(JSON::writeValueAsString);
  }

  private static Optional<ObjectNode> shown(JsonNode kept) {
    if (kept.has("imageNumber")) {
      return Optional.of(setup(KEPT.treeToValue(kept, Setup.class)));
    }
    if (kept.has("candidate")) {
      return Optional.of(installation(KEPT.treeToValue(kept, Installed.class)));
    }
    if (kept.has("observed")) {
      EvidenceCard card = KEPT.treeToValue(kept, EvidenceCard.class);
      return Optional.of(
          kind("observation").setAll((ObjectNode) JSON.readTree(PartialProof.of(card).json())));
    }
    if (kept.has("activations")) {
      return Optional.of(taskRun(KEPT.treeToValue(kept, TaskRun.class)));
    }
    if (kept.has("judgement")) {
      return Optional.of(judgement(KEPT.treeToValue(kept, Grade.class)));
    }
    if (kept.has("markdown")) {
      Report report = KEPT.treeToValue(kept, Report.class);
      return Optional.of(kind("report").put("writer", report.writer()).put("note", report.note()));
    }
    if (kept.has("tasks") && kept.has("transcript")) {
      return Optional.of(tasks(KEPT.treeToValue(kept, Tasks.class)));
    }
    if (kept.has("tasks") && kept.has("skill") && !kept.has("outcome")) {
      return Optional.of(regression(KEPT.treeToValue(kept, Regression.class)));
    }
    return Optional.empty();
  }

  private static ObjectNode setup(Setup setup) {
    ObjectNode shown = kind("setup");
    shown.put("runtime_image_version", "v1." + setup.imageNumber());
    shown.put("base", setup.image().base());
    shown.put("architecture", setup.image().architecture().word());
    shown.put("engine", setup.image().engine());
    shown.put("environment", setup.policy().environment().word());
    shown.put("digest", setup.digest());
    shown.put("rehearsal", setup.rehearsal());
    shown.put("proof", setup.proof().level().word());
    shown.put("threshold", setup.policy().threshold());
    shown.set("executors", JSON.valueToTree(setup.executors()));
    shown.put("executor_policy", setup.executorPolicy().name().toLowerCase(Locale.ROOT));
    shown.set("limits_not_enforced", JSON.valueToTree(setup.unenforced()));
    ArrayNode listed = shown.putArray("listed_skills");
    setup
        .listed()
        .forEach(
            each -> {
              ObjectNode skill = listed.addObject().put("skill_name", each.name().text());
              skill.put("description", each.description());
              skill.put("skill_id", each.id().map(Object::toString).orElse(null));
            });
    return shown;
  }

  private static ObjectNode installation(Installed installed) {
    ObjectNode shown = kind("installation");
    shown.put("failure", installed.failure().orElse(null));
    shown.set("commands", commands(installed.commands()));
    shown.set("commands_beyond_declared", commands(installed.needed()));
    ArrayNode changes = shown.putArray("package_changes");
    for (Difference.Change each : installed.difference().changes()) {
      changes
          .addObject()
          .put("ecosystem", each.ecosystem().name().toLowerCase(Locale.ROOT))
          .put("package", each.name())
          .put("existing_version", each.before().orElse(null))
          .put("new_version", each.after().orElse(null))
          .put("why", each.why().name().toLowerCase(Locale.ROOT))
          .put("environment", each.environment().isEmpty() ? null : each.environment());
    }
    shown.put("contents_digest", installed.contents().map(Object::toString).orElse(null));
    shown.set("noticed", JSON.valueToTree(installed.noticed()));
    shown.set("doubts", JSON.valueToTree(installed.doubts()));
    shown.set("unmet", JSON.valueToTree(installed.unmet()));
    shown.set("index_answers", JSON.valueToTree(installed.indexes()));
    shown.set("network", JSON.valueToTree(installed.destinations()));
    shown.set("resolved_conflicts", JSON.valueToTree(installed.resolved()));
    return shown;
  }

  private static ArrayNode commands(List<Installation.Ran> commands) {
    ArrayNode shown = JSON.createArrayNode();
    for (Installation.Ran each : commands) {
      shown
          .addObject()
          .put("command", String.join(" ", each.words()))
          .put("exit_code", each.code())
          .put("output_tail", each.tail())
          .put("execution_time_ms", each.took().toMillis());
    }
    return shown;
  }

  private static ObjectNode tasks(Tasks tasks) {
    ObjectNode shown = kind("tasks");
    ArrayNode all = shown.putArray("tasks");
    for (Task each : tasks.tasks()) {
      ObjectNode task = all.addObject().put("task", each.id()).put("prompt", each.prompt());
      task.set("success_criteria", JSON.valueToTree(each.criteria()));
      ArrayNode files = task.putArray("files");
      each.files().forEach(file -> files.add(file.name()));
    }
    return shown.put("transcript_id", tasks.transcript().toString());
  }

  private static ObjectNode taskRun(TaskRun done) {
    ObjectNode shown = kind("task_run");
    shown.put("task", done.task());
    shown.put("executor", done.executor().isEmpty() ? null : done.executor());
    shown.put("ending", done.ending());
    shown.put("answer", done.answer());
    ArrayNode used = shown.putArray("skills_used");
    done.activations()
        .forEach(
            each ->
                used.addObject()
                    .put("skill_name", each.skill().text())
                    .put("use", each.use().name().toLowerCase(Locale.ROOT))
                    .put("place", each.place()));
    shown.set("tried_offline", JSON.valueToTree(done.attempts()));
    shown.set("contacted_online", JSON.valueToTree(done.destinations()));
    ObjectNode seen = shown.putObject("first_seen_at");
    done.seen().forEach((place, at) -> seen.put(place, at.toString()));
    shown.put("offline_proof", done.offlineProof().orElse(null));
    shown.set("installs", JSON.valueToTree(done.installs()));
    ArrayNode files = shown.putArray("files");
    done.produced()
        .forEach(
            each ->
                files
                    .addObject()
                    .put("path", each.name())
                    .put("size", each.content().length)
                    .put("content", each.base64()));
    shown.set("harm", JSON.valueToTree(done.harm()));
    shown.set("outside", JSON.valueToTree(done.outside()));
    ArrayNode failed = shown.putArray("failed_commands");
    done.failures().forEach(each -> failed.add(failure(each)));
    used(done.used(), shown);
    shown.put("total_tokens", done.used().tokens().orElse(null));
    return shown.put("transcript_id", done.transcript().toString());
  }

  private static void used(TaskRun.Used used, ObjectNode shown) {
    shown.put("execution_time_ms", used.millis());
    shown.put("cpu_ms", used.cpuMillis());
    shown.put("cpu_percent", PublishedVerdict.percent(used.cpuMillis(), used.millis()));
    shown.put("peak_memory_bytes", used.peakMemory());
    shown.put("disk_read_bytes", used.diskRead());
    shown.put("disk_write_bytes", used.diskWritten());
    shown.put("cost", used.cost());
  }

  private static ObjectNode failure(CommandFailure failure) {
    return JSON.createObjectNode()
        .put("kind", failure.kind().name().toLowerCase(Locale.ROOT))
        .put("command", failure.command())
        .put("exit_code", failure.exitCode())
        .put("message", failure.message())
        .put("missing", failure.subject().isEmpty() ? null : failure.subject())
        .put("skill_name", failure.skill().isEmpty() ? null : failure.skill())
        .put("file", failure.file().isEmpty() ? null : failure.file())
        .put("line", failure.line() == 0 ? null : failure.line())
        .put("excerpt", failure.excerpt());
  }

  private static ObjectNode judgement(Grade grade) {
    ObjectNode shown = kind("judgement").put("task", grade.task());
    shown.put("completed", grade.completed());
    grade.judgement().ifPresent(its -> shown.setAll((ObjectNode) JSON.<JsonNode>valueToTree(its)));
    shown.put("not_judged", grade.problem().isEmpty() ? null : grade.problem());
    shown.set(
        "checked", JSON.valueToTree(grade.checked().map(PublishedVerdict::checked).orElse(null)));
    shown.put("score_of_judge", grade.judged().orElse(null));
    return shown.put("transcript_id", grade.transcript().toString());
  }

  private static ObjectNode regression(Regression regression) {
    ObjectNode shown = kind("regression").put("skill_name", regression.skill());
    ArrayNode tasks = shown.putArray("tasks");
    for (Regression.Tried each : regression.tasks()) {
      ObjectNode task = tasks.addObject().put("task", each.task());
      task.put("outcome", each.fate().name().toLowerCase(Locale.ROOT));
      ArrayNode trials = task.putArray("trials");
      each.trials().forEach(trial -> trials.add(trial(trial)));
    }
    return shown;
  }

  private static ObjectNode trial(Trial trial) {
    ObjectNode shown = JSON.createObjectNode();
    shown.put("with_new_skill", trial.arm() == Trial.Arm.WITH);
    shown.put("phase", trial.phase().name().toLowerCase(Locale.ROOT));
    shown.put("repeat", trial.repeat());
    shown.set("run", taskRun(trial.done()));
    trial.grade().ifPresent(grade -> shown.set("judgement", judgement(grade)));
    return shown;
  }

  private static ObjectNode kind(String kind) {
    return JSON.createObjectNode().put("kind", kind);
  }
}
