package dev.assay.validation.fulltest;

import dev.assay.agent.TaskWriter;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.SavedTask;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.task.Task;
import dev.assay.validation.decision.ExecutorPolicy;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.lab.PlannedTrial;
import dev.assay.validation.lab.SkillTrees;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.validation.scoring.ScoringPolicy;
import dev.assay.workflow.Run;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// What each step of a full test does.
public final class FullTestSteps {
  private static final int SAVED = 3;
  private static final int NEW = 2;

  private final Records records;
  private final LabTools tools;
  private final ScoringPolicy policy;
  private final ExecutorPolicy executorPolicy;

  public FullTestSteps(
      Records records, LabTools tools, ScoringPolicy policy, ExecutorPolicy executorPolicy) {
    this.records = records;
    this.tools = tools;
    this.policy = policy;
    this.executorPolicy = executorPolicy;
  }

  /// What the registry knows.
  public record Records(Skills skills, Images images, SavedTasks tasks) {}

  FullSetup prepare(UUID run) {
    tools.preparation().requireAble();
    RuntimeImage current = records.images().currentHere();
    List<Skill> admitted = SkillTrees.newest(records.skills().approved());
    var listed = tools.trees().list(admitted, run.getMostSignificantBits());
    List<ChatModel> executors = tools.models().executors();
    return new FullSetup(
        current.number(),
        current.image(),
        policy,
        listed,
        admitted.stream()
            .map(each -> new FullTestLog.Tested(each.id(), each.name(), each.version()))
            .toList(),
        tools
            .preparation()
            .packages(
                new Laboratory.Site(
                    current.image(), Network.blocked(), listed, run, "prepare", "full-test")),
        executors.getFirst().rehearsal(),
        executors.stream().map(ChatModel::name).toList(),
        executorPolicy);
  }

  /// What it was admitted with and new ones. A skill for which none can be written is not to blame,
  /// nor are the others to wait for it.
  TaskSet tasks(UUID run, FullTestLog.Tested tested) {
    Optional<Skill> skill = find(tested.skill());
    if (skill.isEmpty()) {
      return new TaskSet(List.of(), List.of(), "It is not admitted any more.");
    }
    List<Task> saved =
        records.tasks().of(tested.skill()).stream().map(SavedTask::task).limit(SAVED).toList();
    String missing =
        saved.size() == SAVED
            ? ""
            : "It has %d saved tasks of %d; validate it again.".formatted(saved.size(), SAVED);
    try {
      TaskWriter.Written written =
          tools
              .judging()
              .ask(
                  run,
                  Purpose.WRITE_TASKS,
                  asked ->
                      new TaskWriter(asked).write(tools.candidates().of(skill.get()), NEW, saved))
              .answer();
      return new TaskSet(saved, written.tasks(), missing);
    } catch (AssayException e) {
      if (!TrialSteps.concernsOne(e)) {
        throw e;
      }
      return new TaskSet(saved, List.of(), e.reason());
    }
  }

  private Optional<Skill> find(UUID skill) {
    try {
      return Optional.of(records.skills().load(skill))
          .filter(found -> found.status() == Status.APPROVED);
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SKILL_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// Done by one executor, and judged.
  Trial trial(
      Run run,
      FullTestLog.Tested tested,
      FullSetup setup,
      Task task,
      Trial.Phase phase,
      Executor executor) {
    boolean online = phase == Trial.Phase.ONLINE;
    String about = " " + tested.name() + " " + task.id();
    Laboratory.Site site =
        new Laboratory.Site(
            setup.image(),
            online ? Network.open() : Network.blocked(),
            setup.listed(),
            run.id(),
            (online ? "online" : "offline") + about,
            "full-test_" + tested.name());
    return tools
        .trials()
        .perform(
            run,
            new PlannedTrial(
                    task,
                    Trial.Arm.WITH,
                    1,
                    site,
                    setup.packages(),
                    (online ? "grade" : "grade-offline") + about,
                    executor)
                .by(executor),
            TrialSteps.Unjudged.IS_NOTED);
  }
}
