package dev.assay.validation.shown;

import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.Setup;
import dev.assay.workflow.StepRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The evidence of a run's steps so far.
///
/// @param installed the installation; empty until it is done
public record EvidenceView(
    List<TaskView> tasks,
    List<Contact> network,
    Optional<DependenciesView> installed,
    List<RegressionView> regressions) {
  /// A place in the network that was tried or contacted.
  ///
  /// @param phase the phase: `install`, `online` or `offline`
  /// @param task the task; empty during the installation
  /// @param when the time of the first attempt; empty if it was not recorded
  public record Contact(String phase, String task, String place, Optional<Instant> when) {}

  /// @param skill the name of the skill under test
  public static EvidenceView of(String skill, List<StepRecord> steps) {
    KeptSteps kept = new KeptSteps();
    steps.forEach(step -> step.result().ifPresent(result -> kept.add(step.name(), result)));
    List<TaskView> tasks = new ArrayList<>();
    List<Contact> network = new ArrayList<>();
    kept.installed()
        .ifPresent(
            found ->
                found
                    .destinations()
                    .forEach(
                        place -> network.add(new Contact("install", "", place, Optional.empty()))));
    List<Executor> executors =
        kept.setup().map(Setup::eachExecutor).orElse(List.of(Executor.USUAL));
    for (Task task : kept.tasks()) {
      for (Executor by : executors) {
        String id = by.step(task.id());
        Optional<TrialView> online = trial(kept, skill, by, KeptSteps.Attempt.ONLINE, task);
        Optional<TrialView> offline = trial(kept, skill, by, KeptSteps.Attempt.OFFLINE, task);
        tasks.add(TaskView.of(task, id, online, offline));
        online.ifPresent(trial -> add(network, "online", id, trial));
        offline.ifPresent(trial -> add(network, "offline", id, trial));
      }
    }
    return new EvidenceView(
        List.copyOf(tasks),
        List.copyOf(network),
        kept.installed().map(DependenciesView::of),
        kept.regressions().stream().map(RegressionView::of).toList());
  }

  /// Tests whether a task was tried while the network was blocked.
  public boolean offlineReached() {
    return tasks.stream().anyMatch(task -> task.offline().isPresent());
  }

  /// Returns the number of attempts while the network was blocked.
  public long attempts() {
    return network.stream().filter(contact -> contact.phase().equals("offline")).count();
  }

  /// Returns the largest number of tasks on which a skill was tested again.
  public int regressionTasks() {
    return regressions.stream().mapToInt(each -> each.tasks().size()).max().orElse(0);
  }

  private static Optional<TrialView> trial(
      KeptSteps kept, String skill, Executor by, KeptSteps.Attempt attempt, Task task) {
    return kept.done(by, attempt, task.id())
        .map(run -> TrialView.of(run, kept.judged(by, attempt, task.id()), skill));
  }

  private static void add(List<Contact> network, String phase, String task, TrialView trial) {
    trial
        .network()
        .forEach(
            place ->
                network.add(
                    new Contact(phase, task, place, Optional.ofNullable(trial.seen().get(place)))));
  }
}
