package dev.assay.validation.fulltest;

import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.TrialHistory;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.lab.Laboratory;
import dev.assay.workflow.Run;
import dev.assay.workflow.RunOutcome;
import dev.assay.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The test of every admitted skill on its saved tasks and on new ones, online and offline, five
/// skills at a time. The findings about a skill are stored as soon as they are known. On an engine
/// other than the one of admission, the test uses only saved tasks and records whether the skill
/// can be used there.
public final class FullTestWorkflow implements WorkflowDefinition {
  public static final String KIND = "full-test";

  /// Returns the number of steps of one skill: writing its tasks, two trials and judgements of each
  /// task by each executor, and storing the result.
  public static int stepsEach(int executors, int tasks) {
    return 1 + tasks * 4 * Math.max(1, executors) + 1;
  }

  private static final int AT_ONCE = 5;
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final FullTestSteps steps;
  private final FullTestLog log;
  private final EngineTests engines;
  private final TrialHistory history;
  private final SandboxKeeper keeper;

  public FullTestWorkflow(
      FullTestSteps steps,
      FullTestLog log,
      EngineTests engines,
      TrialHistory history,
      SandboxKeeper keeper) {
    this.steps = steps;
    this.log = log;
    this.engines = engines;
    this.history = history;
    this.keeper = keeper;
  }

  /// @param engine an engine other than the one of admission; empty for that one
  public record Input(String by, String engine) {}

  /// The number of skills by outcome.
  public record Summary(long passed, long failed, long inconclusive) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Object run(Run run) {
    Input input = run.input(Input.class);
    FullSetup setup =
        run.step("prepare", FullSetup.class, () -> steps.prepare(run.id(), input.engine()));
    log.open(
        new FullTestLog.Opening(
            run.id(),
            setup.imageNumber(),
            setup.image().engine(),
            setup.rehearsal(),
            input.by(),
            setup.tested()));
    List<Tested.Outcome> found =
        run.beside(
            setup.tested().stream()
                .<Supplier<Tested.Outcome>>map(tested -> () -> test(run, setup, tested))
                .toList(),
            AT_ONCE);
    return new Summary(
        count(found, Tested.Outcome.PASSED),
        count(found, Tested.Outcome.FAILED),
        count(found, Tested.Outcome.INCONCLUSIVE));
  }

  private static long count(List<Tested.Outcome> found, Tested.Outcome wanted) {
    return found.stream().filter(wanted::equals).count();
  }

  private Tested.Outcome test(Run run, FullSetup setup, FullTestLog.Tested tested) {
    TaskSet tasks =
        run.step(
            "tasks " + tested.name(), TaskSet.class, () -> steps.tasks(run.id(), setup, tested));
    List<TrialList> trials =
        setup.eachExecutor().stream()
            .map(executor -> trials(run, setup, tested, tasks, executor))
            .toList();
    Tested result =
        Tested.of(
            setup.executorPolicy(),
            trials.stream()
                .map(each -> Tested.of(tested.name(), setup.policy(), tasks, each))
                .toList());
    return run.step(
        "keep " + tested.name(),
        Tested.Outcome.class,
        () -> {
          if (setup.elsewhere().isPresent()) {
            engines.keep(
                steps.found(
                    run.id(), setup.elsewhere().get(), setup, tested, result, engines.now()));
            return keep(run.id(), tested, result, FullTestLog.Scope.ELSEWHERE);
          }
          if (!setup.rehearsal()) {
            TrialList.Tried tried = new TrialList.Tried(tested.skill(), tested.name());
            for (TrialList each : trials) {
              history.add(each.outcomes(run.id(), tried, "full_test", tasks.all(), history.now()));
            }
          }
          return keep(run.id(), tested, result, FullTestLog.Scope.IN_USE);
        });
  }

  private TrialList trials(
      Run run, FullSetup setup, FullTestLog.Tested tested, TaskSet tasks, Executor executor) {
    List<Trial> trials = new ArrayList<>();
    for (Task task : tasks.all()) {
      trials.add(steps.trial(run, tested, setup, task, Trial.Phase.ONLINE, executor));
      trials.add(steps.trial(run, tested, setup, task, Trial.Phase.OFFLINE, executor));
    }
    return new TrialList(trials);
  }

  private Tested.Outcome keep(
      UUID run, FullTestLog.Tested tested, Tested result, FullTestLog.Scope scope) {
    log.keep(
        run,
        tested,
        scope,
        result.outcome().word(),
        result.scores().map(Result.Scores::overall),
        JSON.writeValueAsString(result));
    return result.outcome();
  }

  @Override
  public void cleanUp(UUID run, String step) {
    keeper.destroyLabelled(Laboratory.LABEL, Laboratory.label(run, step));
  }

  @Override
  public void ending(UUID run, RunOutcome outcome) {
    String state =
        switch (outcome) {
          case RunOutcome.Finished _ -> "finished";
          case RunOutcome.Failed _ -> "failed";
          case RunOutcome.Cancelled _ -> "cancelled";
          case RunOutcome.TimedOut _ -> "timed_out";
          case RunOutcome.Inconclusive _ -> "inconclusive";
        };
    log.end(run, state, reason(outcome));
  }

  /// Returns the reason why a run gave no result; empty if it gave one.
  public static String reason(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Finished _ -> "";
      case RunOutcome.Failed failed -> failed.code() + ": " + failed.reason();
      case RunOutcome.Cancelled cancelled -> "Cancelled by " + cancelled.by() + ".";
      case RunOutcome.TimedOut _ -> "The time for the full test was over.";
      case RunOutcome.Inconclusive open -> open.code() + ": " + open.reason();
    };
  }
}
