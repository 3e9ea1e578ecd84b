package dev.assay.validation.lab;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Trial;

/// A planned trial.
///
/// @param site the site, with the step in which the task is done
/// @param packages the packages of the image, to detect those that the task installs
/// @param judgeStep the name of the step in which the trial is judged
/// @param executor the executor that does the task
public record PlannedTrial(
    Task task,
    Trial.Arm arm,
    int repeat,
    Laboratory.Site site,
    PackageList packages,
    String judgeStep,
    Executor executor) {
  /// Returns the same trial for one of several executors, with steps of its own.
  public PlannedTrial by(Executor one) {
    return new PlannedTrial(
        task, arm, repeat, site.inStep(one.step(site.step())), packages, one.step(judgeStep), one);
  }

  public Trial.Phase phase() {
    return site.network() instanceof Network.Blocked ? Trial.Phase.OFFLINE : Trial.Phase.ONLINE;
  }
}
