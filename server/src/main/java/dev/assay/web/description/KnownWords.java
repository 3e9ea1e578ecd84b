package dev.assay.web.description;

import dev.assay.accounts.Account;
import dev.assay.accounts.Role;
import dev.assay.conversation.Turn;
import dev.assay.registry.Action;
import dev.assay.registry.SkillOrder;
import dev.assay.registry.SkillState;
import dev.assay.registry.Stage;
import dev.assay.registry.Status;
import dev.assay.registry.VersionComparison;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import dev.assay.skill.Words;
import dev.assay.skill.audit.AuditAction;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ReuseMode;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.StepRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The texts with a fixed set of values: properties by schema, and parameters by operation.
final class KnownWords {
  private static final Map<String, List<String>> WORDS = new HashMap<>();
  private static final List<String> LEVELS = List.of("quick", "standard", "thorough");

  static {
    add(
        words(Status.values(), Status::word),
        "SkillSummary.status",
        "Upload.status",
        "ComparedVersion.status",
        "ValidationStatus.status",
        "ValidationStarted.status",
        "Decision.status",
        "listSkills.status");
    add(
        words(Stage.values(), Stage::word),
        "SkillSummary.validation_stage",
        "Skill.validation_stage",
        "ValidationStatus.validation_stage",
        "listSkills.stage");
    add(
        words(SkillState.values(), SkillState::words),
        "SkillSummary.state_words",
        "ValidationStatus.state_words");
    add(
        Stream.concat(
                Arrays.stream(Action.values()).filter(Action::isAskedFor).map(Action::word),
                Stream.of("rollback", "resume", "revalidate", "cancel"))
            .toList(),
        "Skill.allowed_actions");
    add(words(SkillOrder.values(), SkillOrder::word), "listSkills.sort");
    add(
        words(RunRecord.State.values(), RunRecord.State::word),
        "ValidationStatus.run_state",
        "Run.state",
        "FullTest.state",
        "FullTestStarted.state");
    add(words(StepRecord.State.values(), Words::of), "Step.state");
    add(
        words(Role.values(), Role::word),
        "Caller.role",
        "Invitation.role",
        "NewUserRequest.role",
        "User.role",
        "UserChange.role");
    add(words(Account.Origin.values(), Words::of), "User.origin");
    add(words(Account.State.values(), Words::of), "User.state");
    add(words(ProjectRole.values(), ProjectRole::word), "Member.role", "MemberBody.role");
    add(words(ReuseMode.values(), ReuseMode::word), "Project.reuse_mode", "ProjectBody.reuse_mode");
    add(words(Turn.State.values(), Turn.State::word), "Message.state");
    add(words(VersionComparison.Change.values(), Words::of), "FileDifference.change");
    add(words(Severity.values(), Words::of), "Finding.severity");
    add(words(Risk.Level.values(), Risk.Level::word), "Finding.risk");
    add(words(Risk.Confidence.values(), Risk.Confidence::word), "Finding.confidence");
    add(words(AuditAction.values(), AuditAction::word), "listAudit.action", "exportAudit.action");
    add(List.of("added", "known", "reopened", "evals_replaced"), "Upload.outcome");
    add(List.of("added", "changed", "removed"), "ImageFileChange.change");
    add(List.of("passed", "failed", "inconclusive"), "FullTestSkill.outcome", "EngineTest.outcome");
    add(List.of("shared", "per-skill"), "ValidationStatus.environment", "Skill.environment");
    add(List.of("pip", "npm", "system"), "ImagePackage.ecosystem");
    add(
        List.of("image", "skill", "package", "artifact"),
        "StoredThing.kind",
        "StoredThingToVerify.kind",
        "VerifiedThing.kind");
    add(List.of("published", "carried", "built-here"), "ImagePackage.made");
    add(List.of("user", "assistant"), "Message.role");
    add(List.of("text", "tool"), "MessagePart.kind");
    add(List.of("online", "offline"), "FlakyTask.phase");
    add(List.of("validation", "full_test", "conversation"), "SkillHistoryEntry.source");
    add(List.of("success", "failed", "canceled", "timeout"), "ToolResult.status");
    add(List.of("hold", "fail", "warn"), "rescoreValidation.require_lift");
    add(List.of("all", "any", "majority"), "rescoreValidation.executor_policy");
    add(LEVELS, "Estimate.level");
    add(
        List.of(
            "passed", "failed", "inconclusive", "approved", "rejected", "rolled_back", "deleted"),
        "Notice.event");
  }

  private KnownWords() {}

  static Optional<List<String>> find(String owner, String name) {
    return Optional.ofNullable(WORDS.get(owner + "." + name));
  }

  private static <E> List<String> words(E[] all, Function<E, String> word) {
    return Arrays.stream(all).map(word).toList();
  }

  private static void add(List<String> words, String... places) {
    for (String place : places) {
      WORDS.put(place, words);
    }
  }
}
