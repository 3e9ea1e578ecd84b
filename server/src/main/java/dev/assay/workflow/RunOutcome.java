package dev.assay.workflow;

import dev.assay.workflow.journal.JournalJson;
import java.time.Instant;

/// How a run ended.
public sealed interface RunOutcome {
  /// @param result what the workflow returned, as JSON
  record Finished(String result) implements RunOutcome {
    /// The result as what the workflow returned.
    public <T> T as(Class<T> type) {
      return JournalJson.read(result, type);
    }
  }

  /// The workflow says that it cannot be done.
  record Failed(String code, String reason) implements RunOutcome {}

  record Cancelled(String by) implements RunOutcome {}

  /// Can be resumed.
  record TimedOut(Instant deadline) implements RunOutcome {}

  /// Something failed that says nothing about the matter itself. Can be resumed.
  record Inconclusive(String code, String reason) implements RunOutcome {}
}
