package dev.assay.validation.lab;

import dev.assay.skill.sandbox.Network;
import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Trial;

/// A trial that is to be made.
///
/// @param site where; its step is the one in which the task is done
/// @param packages what the image has, to find out what the task installs by itself
/// @param judgeStep the name of the step in which it is judged
/// @param executor who does it
public record PlannedTrial(
    Task task,
    Trial.Arm arm,
    int repeat,
    Laboratory.Site site,
    PackageList packages,
    String judgeStep,
    Executor executor) {
  /// The same by one of several, in steps of its own.
  public PlannedTrial by(Executor one) {
    return new PlannedTrial(
        task, arm, repeat, site.inStep(one.step(site.step())), packages, one.step(judgeStep), one);
  }

  public Trial.Phase phase() {
    return site.network() instanceof Network.Blocked ? Trial.Phase.OFFLINE : Trial.Phase.ONLINE;
  }
}
