package dev.assay.workflow;

import dev.assay.workflow.journal.JournalJson;
import java.time.Instant;

/// The outcome of a run.
public sealed interface RunOutcome {
  /// @param result the workflow's return value, as JSON
  record Finished(String result) implements RunOutcome {
    /// The result as the type that the workflow returned.
    public <T> T as(Class<T> type) {
      return JournalJson.read(result, type);
    }
  }

  /// The workflow reports that the request cannot be fulfilled.
  record Failed(String code, String reason) implements RunOutcome {}

  record Cancelled(String by) implements RunOutcome {}

  /// The time was over. The run can be resumed.
  record TimedOut(Instant deadline) implements RunOutcome {}

  /// A fault ended the run that says nothing about its subject. The run can be resumed.
  record Inconclusive(String code, String reason) implements RunOutcome {}
}
