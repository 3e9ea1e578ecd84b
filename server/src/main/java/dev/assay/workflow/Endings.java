package dev.assay.workflow;

import dev.assay.workflow.journal.Journal.Ending;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;

/// Outcomes as they stand in the table of runs.
final class Endings {
  private Endings() {}

  static Ending of(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Finished finished -> new Ending("finished", finished.result(), null, null);
      case Outcome.Failed failed -> new Ending("failed", null, failed.code(), failed.reason());
      case Outcome.Cancelled _ -> new Ending("cancelled", null, null, null);
      case Outcome.TimedOut _ -> new Ending("timed_out", null, null, null);
      case Outcome.Inconclusive open ->
          new Ending("inconclusive", null, open.code(), open.reason());
    };
  }

  static Optional<Outcome> read(RunRecord.State state, ResultSet row) throws SQLException {
    return switch (state) {
      case WAITING, RUNNING -> Optional.empty();
      case FINISHED -> Optional.of(new Outcome.Finished(row.getString("result")));
      case FAILED ->
          Optional.of(new Outcome.Failed(row.getString("reason_code"), row.getString("reason")));
      case CANCELLED -> Optional.of(new Outcome.Cancelled(row.getString("cancelled_by")));
      case TIMED_OUT ->
          Optional.of(
              new Outcome.TimedOut(row.getObject("deadline", OffsetDateTime.class).toInstant()));
      case INCONCLUSIVE ->
          Optional.of(
              new Outcome.Inconclusive(row.getString("reason_code"), row.getString("reason")));
    };
  }

  /// For the log: without results, which can be long.
  static String shown(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Finished _ -> "finished";
      case Outcome.Failed failed -> "failed, " + failed.reason();
      case Outcome.Cancelled cancelled -> "cancelled by " + cancelled.by();
      case Outcome.TimedOut timedOut -> "timed out at " + timedOut.deadline();
      case Outcome.Inconclusive open -> "inconclusive, " + open.reason();
    };
  }
}
