package dev.assay.workflow.stop;

/// Thrown through a workflow that must stop. A workflow that catches it does not go on: the next
/// step throws it again.
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
