package dev.assay.validation.fulltest;

import dev.assay.agent.TaskWriter;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.SavedTask;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillPlaces;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.lab.PlannedTrial;
import dev.assay.validation.lab.SkillTrees;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.workflow.Run;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// The work of each step of a full test.
public final class FullTestSteps {
  static final int SAVED = 3;
  static final int NEW = 2;

  private final Records records;
  private final LabTools usual;
  private final Map<String, Elsewhere> others;
  private final ScoringPolicy policy;
  private final ExecutorPolicy executorPolicy;

  /// @param others the engines besides the one of admission, by name
  public FullTestSteps(
      Records records,
      LabTools usual,
      Map<String, Elsewhere> others,
      ScoringPolicy policy,
      ExecutorPolicy executorPolicy) {
    this.records = records;
    this.usual = usual;
    this.others = Map.copyOf(others);
    this.policy = policy;
    this.executorPolicy = executorPolicy;
  }

  /// The records of the registry.
  public record Records(Skills skills, Images images, SavedTasks tasks) {}

  /// Another engine with the tools to do tasks there.
  ///
  /// @param ground the ground of a test on that engine
  public record Elsewhere(LabTools tools, Supplier<EngineTests.Ground> ground) {}

  /// @param engine the engine; empty for the one on which skills are admitted
  FullSetup prepare(UUID run, String engine) {
    Optional<Elsewhere> other = engine.isEmpty() ? Optional.empty() : Optional.of(other(engine));
    if (other.isPresent()) {
      other.get().tools().preparation().requireTasks();
    } else {
      usual.preparation().requireAble();
    }
    Optional<EngineTests.Ground> ground = other.map(Elsewhere::ground).map(Supplier::get);
    LabTools tools = other.map(Elsewhere::tools).orElse(usual);
    RuntimeImage current = records.images().currentHere();
    SandboxImage image = ground.map(EngineTests.Ground::base).orElse(current.image());
    List<Skill> admitted = SkillTrees.newest(records.skills().approved());
    var listed = tools.trees().list(admitted, run.getMostSignificantBits());
    List<ChatModel> executors = tools.models().executors();
    return new FullSetup(
        current.number(),
        image,
        policy,
        listed,
        admitted.stream()
            .map(each -> new FullTestLog.Tested(each.id(), each.name(), each.version()))
            .toList(),
        tools
            .preparation()
            .packages(
                new Laboratory.Site(
                    image,
                    Network.blocked(),
                    other.isPresent() ? List.of() : listed, // these tests need no listed skill
                    run,
                    "prepare",
                    "full-test")),
        executors.getFirst().rehearsal(),
        executors.stream().map(ChatModel::name).toList(),
        executorPolicy,
        ground);
  }

  private Elsewhere other(String engine) {
    return Optional.ofNullable(others.get(engine))
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.SANDBOX_UNAVAILABLE,
                    "This server does not use the engine %s. Set assay.sandbox.engine-conversation or assay.sandbox.engine-tools on every server that works on runs."
                        .formatted(engine)));
  }

  private LabTools tools(FullSetup setup) {
    return setup.elsewhere().map(ground -> other(ground.engine()).tools()).orElse(usual);
  }

  /// Returns the findings of a test on another engine for the record.
  EngineTests.Found found(
      UUID run,
      EngineTests.Ground ground,
      FullSetup setup,
      FullTestLog.Tested tested,
      Tested result,
      Instant when) {
    LabTools tools = tools(setup);
    return new EngineTests.Found(
        tested.skill(),
        ground,
        result.outcome().word(),
        result.reason(),
        tools.preparation().recordsNetwork(),
        tools.preparation().unenforced(),
        setup.rehearsal(),
        run,
        when);
  }

  /// Returns the saved tasks and, on the engine of admission, new ones. A skill for which no tasks
  /// can be written is not to blame, and the other skills do not wait for it.
  TaskSet tasks(UUID run, FullSetup setup, FullTestLog.Tested tested) {
    Optional<Skill> skill = find(tested.skill());
    if (skill.isEmpty()) {
      return new TaskSet(List.of(), List.of(), "It is not admitted any more.");
    }
    Optional<String> packages =
        setup.elsewhere().flatMap(ground -> SkillPlaces.packages(skill.get(), ground.engine()));
    if (packages.isPresent()) {
      return new TaskSet(List.of(), List.of(), packages.get());
    }
    List<Task> saved =
        records.tasks().of(tested.skill()).stream().map(SavedTask::task).limit(SAVED).toList();
    String missing =
        saved.size() == SAVED
            ? ""
            : "It has %d saved tasks of %d; validate it again.".formatted(saved.size(), SAVED);
    if (setup.elsewhere().isPresent()) {
      return new TaskSet(saved, List.of(), missing);
    }
    try {
      TaskWriter.Written written =
          usual
              .judging()
              .ask(
                  run,
                  Purpose.WRITE_TASKS,
                  asked ->
                      new TaskWriter(asked).write(usual.candidates().of(skill.get()), NEW, saved))
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

  /// Has one executor do a task and judges it.
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
    return tools(setup)
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
