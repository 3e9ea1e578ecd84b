package dev.assay.workflow;

import java.time.Instant;

/// How a run ended.
public sealed interface Outcome {
  /// @param result what the story returned, as JSON
  record Finished(String result) implements Outcome {}

  /// The story says that it cannot be done.
  record Failed(String code, String reason) implements Outcome {}

  record Cancelled(String by) implements Outcome {}

  /// Can be resumed.
  record TimedOut(Instant deadline) implements Outcome {}

  /// Something failed that says nothing about the matter itself. Can be resumed.
  record Inconclusive(String code, String reason) implements Outcome {}
}
