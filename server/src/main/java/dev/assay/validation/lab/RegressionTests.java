package dev.assay.validation.lab;

import dev.assay.registry.SavedTask;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Regression.Fate;
import dev.assay.validation.evidence.TaskRun;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Tries admitted skills again in a candidate. A task has regressed only if it fails twice there
/// and is done in the current image.
public final class RegressionTests {
  private final Trials trials;
  private final Judging judging;

  public RegressionTests(Trials trials, Judging judging) {
    this.trials = trials;
    this.judging = judging;
  }

  /// The two images that are compared.
  public record Worlds(
      UUID run,
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
      if (one.fate() == Fate.BROKEN && one.runs().getFirst().gaveUp()) {
        break; // it is broken, and each further task would take all its time to say so again
      }
    }
    return new Regression(skill, tried);
  }

  private Regression.Tried test(String skill, Task task, Worlds worlds, String step)
      throws InterruptedException {
    List<TaskRun> runs = new ArrayList<>();
    List<Grade> grades = new ArrayList<>();
    boolean done = false;
    boolean used = false;
    for (int tries = 0; tries < 2 && !(done && used); tries++) {
      TaskRun run = trials.run(task, candidate(skill, worlds, step), worlds.packages());
      Grade grade = judging.judge(worlds.run(), task, run, worlds.withNew());
      runs.add(run);
      grades.add(grade);
      done |= grade.judgement().completed();
      used |= run.activated(skill);
    }
    if (done && used) {
      return new Regression.Tried(task.id(), Fate.HELD, runs, grades);
    }
    TaskRun run = trials.run(task, current(skill, worlds, step), worlds.packagesBefore());
    Grade grade = judging.judge(worlds.run(), task, run, worlds.without());
    runs.add(run);
    grades.add(grade);
    return new Regression.Tried(task.id(), fate(done, used, skill, run, grade), runs, grades);
  }

  private static Fate fate(boolean done, boolean used, String skill, TaskRun run, Grade grade) {
    if (!done && grade.judgement().completed()) {
      return Fate.BROKEN;
    }
    if (done && !used && run.activated(skill)) {
      return Fate.DISPLACED;
    }
    return done ? Fate.HELD : Fate.BROKEN_BEFORE;
  }

  private static Laboratory.Site candidate(String skill, Worlds worlds, String step) {
    return site(skill, worlds.run(), worlds.candidate(), worlds.withNew(), step);
  }

  private static Laboratory.Site current(String skill, Worlds worlds, String step) {
    return site(skill, worlds.run(), worlds.current(), worlds.without(), step);
  }

  private static Laboratory.Site site(
      String skill, UUID run, SandboxImage image, List<ListedSkill> listed, String step) {
    return new Laboratory.Site(image, Network.blocked(), listed, run, step, "regression_" + skill);
  }
}
