package dev.assay.workflow.stop;

/// Thrown through a workflow that is to stop. Catching it does not help: the next step throws it
/// again.
public final class Stopped extends RuntimeException {
  private final Cause why;

  Stopped(Cause why) {
    super("The run was stopped: " + why);
    this.why = why;
  }

  public Cause why() {
    return why;
  }
}
