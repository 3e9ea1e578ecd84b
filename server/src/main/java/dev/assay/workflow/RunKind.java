package dev.assay.workflow;

/// A workflow and the number of its runs that may be under way at a time, over all servers.
public record RunKind(WorkflowDefinition definition, int atOnce) {
  public RunKind {
    if (atOnce < 1) {
      throw new IllegalArgumentException("A kind needs at least one slot, not " + atOnce + ".");
    }
  }
}
