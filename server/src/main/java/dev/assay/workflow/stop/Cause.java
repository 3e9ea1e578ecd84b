package dev.assay.workflow.stop;

/// The reason why a run is stopped.
public enum Cause {
  CANCELLED,
  TIMED_OUT,
  /// The server shuts down; the run continues on another one.
  SHUTDOWN,
  /// Another server holds the run.
  FENCED
}
