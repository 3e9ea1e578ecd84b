package dev.assay.workflow.stop;

/// Why a run is stopped.
public enum Cause {
  CANCELLED,
  TIMED_OUT,
  /// This server goes down; the run goes on elsewhere.
  SHUTDOWN,
  /// Another server holds the run.
  FENCED
}
