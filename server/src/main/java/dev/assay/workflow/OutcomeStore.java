package dev.assay.workflow;

import dev.assay.workflow.journal.Journal.Ending;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;

/// Reads and writes outcomes in the table of runs.
final class OutcomeStore {
  private OutcomeStore() {}

  static Ending of(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Finished finished -> new Ending("finished", finished.result(), null, null);
      case RunOutcome.Failed failed -> new Ending("failed", null, failed.code(), failed.reason());
      case RunOutcome.Cancelled _ -> new Ending("cancelled", null, null, null);
      case RunOutcome.TimedOut _ -> new Ending("timed_out", null, null, null);
      case RunOutcome.Inconclusive open ->
          new Ending("inconclusive", null, open.code(), open.reason());
    };
  }

  static Optional<RunOutcome> read(RunRecord.State state, ResultSet row) throws SQLException {
    return switch (state) {
      case WAITING, RUNNING -> Optional.empty();
      case FINISHED -> Optional.of(new RunOutcome.Finished(row.getString("result")));
      case FAILED ->
          Optional.of(new RunOutcome.Failed(row.getString("reason_code"), row.getString("reason")));
      case CANCELLED -> Optional.of(new RunOutcome.Cancelled(row.getString("cancelled_by")));
      case TIMED_OUT ->
          Optional.of(
              new RunOutcome.TimedOut(row.getObject("deadline", OffsetDateTime.class).toInstant()));
      case INCONCLUSIVE ->
          Optional.of(
              new RunOutcome.Inconclusive(row.getString("reason_code"), row.getString("reason")));
    };
  }

  /// Shows an outcome for the log, without results, which can be long.
  static String shown(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Finished _ -> "finished";
      case RunOutcome.Failed failed -> "failed, " + failed.reason();
      case RunOutcome.Cancelled cancelled -> "cancelled by " + cancelled.by();
      case RunOutcome.TimedOut timedOut -> "timed out at " + timedOut.deadline();
      case RunOutcome.Inconclusive open -> "inconclusive, " + open.reason();
    };
  }
}
