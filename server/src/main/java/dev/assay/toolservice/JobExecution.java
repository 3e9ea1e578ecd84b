package dev.assay.toolservice;

import java.time.Duration;
import java.util.List;

/// Runs the steps of a job one after the other.
final class JobExecution {
  private final ToolRunStore store;
  private final CommandExecution commands;

  JobExecution(ToolRunStore store, CommandExecution commands) {
    this.store = store;
    this.commands = commands;
  }

  RunEnding run(ToolRun job, SessionSandboxes.Use use) {
    long deadline = System.nanoTime() + Duration.ofSeconds(job.order().timeoutSeconds()).toNanos();
    store.started(job.id());
    List<ToolRun> steps = store.steps(job.id());
    for (int index = 0; index < steps.size(); index++) {
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      if (!left.isPositive()) {
        return cutOff(steps, "job_timeout");
      }
      ToolRun step = steps.get(index);
      store.step(job.id(), index);
      RunEnding ending = commands.run(step, use, left);
      store.endStep(step.id(), ending);
      if (ending.state() != ToolRun.State.SUCCEEDED) {
        boolean late =
            ending.error().equals(java.util.Optional.of(RunEnding.TIMED_OUT))
                && System.nanoTime() >= deadline;
        return cutOff(steps, late ? "job_timeout" : "step_failed");
      }
    }
    return RunEnding.succeeded();
  }

  /// Cancels the steps that were not begun; ended ones stay as they are.
  private RunEnding cutOff(List<ToolRun> steps, String why) {
    steps.forEach(step -> store.endStep(step.id(), RunEnding.canceled()));
    return RunEnding.failed(why);
  }
}
