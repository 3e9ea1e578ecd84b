package dev.assay.validation.lab;

import dev.assay.registry.SavedTask;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Regression.Fate;
import dev.assay.validation.evidence.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Tests admitted skills again in a candidate. A task has regressed only if it fails twice there
/// and is done in the current image.
public final class RegressionTests {
  private final TrialSteps trials;

  public RegressionTests(TrialSteps trials) {
    this.trials = trials;
  }

  /// The two images that are compared.
  ///
  /// @param executor the executor that does the tasks in both
  public record Worlds(
      UUID run,
      Executor executor,
      SandboxImage candidate,
      List<ListedSkill> withNew,
      SandboxImage current,
      List<ListedSkill> without,
      PackageList packages,
      PackageList packagesBefore) {}

  public Regression test(String skill, List<SavedTask> saved, Worlds worlds, String step)
      throws InterruptedException {
    List<Regression.Tried> tried = new ArrayList<>();
    for (SavedTask each : saved) {
      Regression.Tried one = test(skill, each.task(), worlds, step);
      tried.add(one);
      if (one.fate() == Fate.BROKEN && one.trials().getFirst().done().gaveUp()) {
        break; // it is broken, and each further task would use up all its time, too
      }
    }
    return new Regression(skill, tried);
  }

  /// Tries each task once. A task that ends badly becomes a suspect.
  public Regression screen(String skill, List<SavedTask> saved, Worlds worlds, String step)
      throws InterruptedException {
    List<Regression.Tried> tried = new ArrayList<>();
    for (SavedTask each : saved) {
      Trial trial = trials.perform(candidate(skill, each.task(), 1, worlds, step));
      boolean well = trial.completed() && (trial.activated(skill) || !each.activated());
      tried.add(
          new Regression.Tried(
              each.task().id(), well ? Fate.INTACT : Fate.SUSPECT, List.of(trial)));
    }
    return new Regression(skill, tried);
  }

  /// Plans one half of a pair, with steps of its own.
  public static PlannedTrial paired(
      String skill, Task task, int repeat, Worlds worlds, Trial.Arm arm) {
    String about = " " + skill + " " + task.id() + " " + repeat;
    String step = worlds.executor().step((arm == Trial.Arm.WITH ? "again" : "before") + about);
    PlannedTrial planned =
        arm == Trial.Arm.WITH
            ? candidate(skill, task, repeat, worlds, step)
            : current(skill, task, repeat, worlds, step);
    return new PlannedTrial(
        task, arm, repeat, planned.site(), planned.packages(), "judge-" + step, worlds.executor());
  }

  private Regression.Tried test(String skill, Task task, Worlds worlds, String step)
      throws InterruptedException {
    List<Trial> made = new ArrayList<>();
    boolean done = false;
    boolean used = false;
    for (int repeat = 1; repeat <= 2 && !(done && used); repeat++) {
      Trial trial = trials.perform(candidate(skill, task, repeat, worlds, step));
      made.add(trial);
      done |= trial.completed();
      used |= trial.activated(skill);
    }
    if (done && used) {
      return new Regression.Tried(task.id(), Fate.INTACT, made);
    }
    Trial before = trials.perform(current(skill, task, 1, worlds, step));
    made.add(before);
    return new Regression.Tried(task.id(), fate(done, used, skill, before), made);
  }

  private static Fate fate(boolean done, boolean used, String skill, Trial before) {
    if (!done && before.completed()) {
      return Fate.BROKEN;
    }
    if (done && !used && before.activated(skill)) {
      return Fate.DISPLACED;
    }
    return done ? Fate.INTACT : Fate.BROKEN_BEFORE;
  }

  /// Plans a trial in the candidate, the arm with the new skill.
  private static PlannedTrial candidate(
      String skill, Task task, int repeat, Worlds worlds, String step) {
    return new PlannedTrial(
        task,
        Trial.Arm.WITH,
        repeat,
        site(skill, worlds.run(), worlds.candidate(), worlds.withNew(), step),
        worlds.packages(),
        step,
        worlds.executor());
  }

  private static PlannedTrial current(
      String skill, Task task, int repeat, Worlds worlds, String step) {
    return new PlannedTrial(
        task,
        Trial.Arm.WITHOUT,
        repeat,
        site(skill, worlds.run(), worlds.current(), worlds.without(), step),
        worlds.packagesBefore(),
        step,
        worlds.executor());
  }

  private static Laboratory.Site site(
      String skill, UUID run, SandboxImage image, List<ListedSkill> listed, String step) {
    return new Laboratory.Site(image, Network.blocked(), listed, run, step, "regression_" + skill);
  }
}
