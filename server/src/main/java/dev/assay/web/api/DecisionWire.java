package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.accounts.Role;
import dev.assay.registry.Action;
import dev.assay.registry.SavedTask;
import dev.assay.registry.Skill;
import dev.assay.registry.Stage;
import dev.assay.web.access.AccessRules;
import dev.assay.web.description.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The test of a skill and the decision about it.
record DecisionWire(
    @JsonProperty("validation_stage") @Nullable String stage,
    @JsonProperty("run_id") @Nullable UUID runId,
    @JsonProperty("inconclusive_reason") @Nullable String inconclusiveReason,
    @JsonRawValue @Shape("Scores") @Nullable String scores,
    boolean rehearsal,
    @JsonProperty("rehearsal_acknowledged") boolean rehearsalAcknowledged,
    @JsonProperty("held_reasons") List<String> heldReasons,
    @JsonProperty("held_acknowledged") boolean heldAcknowledged,
    @JsonProperty("validation_tasks") List<TaskWire> tasks,
    @JsonProperty("installed_dependencies") Map<String, Map<String, String>> installed,
    String environment,
    @JsonProperty("runtime_image_version") @Nullable String image,
    @JsonProperty("in_use") boolean inUse,
    @JsonProperty("replaced_by") @Nullable UUID replacedBy,
    @JsonProperty("approved_by") @Nullable String approvedBy,
    @JsonProperty("approved_at") @Nullable Instant approvedAt,
    @JsonProperty("rejected_by") @Nullable String rejectedBy,
    @JsonProperty("rejected_at") @Nullable Instant rejectedAt,
    @JsonProperty("reject_reason") @Nullable String rejectReason,
    @JsonProperty("failed_again") @Nullable String failedAgain,
    @JsonProperty("allowed_actions") List<String> allowedActions) {

  record TaskWire(
      String id,
      String prompt,
      @JsonProperty("success_criteria") List<String> criteria,
      @JsonProperty("completed_offline") boolean completedOffline,
      boolean activated,
      boolean rehearsal) {
    static TaskWire of(SavedTask saved) {
      return new TaskWire(
          saved.task().id(),
          saved.task().prompt(),
          saved.task().criteria(),
          saved.completedOffline(),
          saved.activated(),
          saved.rehearsal());
    }
  }

  static DecisionWire of(Skill skill, List<SavedTask> tasks, Role asking) {
    Skill.Validated validated = skill.validated();
    Skill.Decided decided = skill.decided();
    return new DecisionWire(
        validated.stage().map(Stage::word).orElse(null),
        validated.run().orElse(null),
        validated.inconclusiveReason().orElse(null),
        validated.scores().orElse(null),
        validated.rehearsal(),
        decided.rehearsalAcknowledged(),
        validated.heldReasons(),
        decided.heldAcknowledged(),
        tasks.stream().map(TaskWire::of).toList(),
        decided.installed(),
        decided.environment(),
        decided.image().map(number -> "v1." + number).orElse(null),
        skill.inUse(),
        decided.replacedBy().orElse(null),
        decided.approved().map(Skill.Mark::by).orElse(null),
        decided.approved().map(Skill.Mark::at).orElse(null),
        decided.rejected().map(Skill.Mark::by).orElse(null),
        decided.rejected().map(Skill.Mark::at).orElse(null),
        decided.rejectReason().orElse(null),
        validated.failedAgain().orElse(null),
        Action.possible(skill).stream().filter(each -> may(asking, each, skill)).toList());
  }

  /// Tests whether the caller's role permits the action.
  private static boolean may(Role role, String action, Skill skill) {
    String path = "/api/admin/skills/" + skill.id();
    return switch (action) {
          case "delete" -> AccessRules.of(role, "DELETE", path);
          case "rollback" -> AccessRules.of(role, "POST", "/api/admin/images/rollback");
          default -> AccessRules.of(role, "POST", path + "/" + action);
        }
        != AccessRules.Access.DENIED;
  }
}
