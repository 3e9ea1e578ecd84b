package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Fault;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

/// Classifies exceptions.
final class Faults {
  private Faults() {}

  static boolean worthRetrying(Throwable fault) {
    return fault instanceof AssayException ours
        ? ours.fault().worthRetrying()
        : databaseIsAway(fault);
  }

  /// Says whether nothing can be written now, so that a server has to continue later.
  static boolean databaseIsAway(Throwable fault) {
    return fault instanceof DataAccessResourceFailureException
        || fault instanceof TransientDataAccessException
        || fault instanceof RecoverableDataAccessException
        || fault instanceof CannotCreateTransactionException;
  }

  static RunOutcome outcomeOf(Throwable fault) {
    if (fault instanceof AssayException ours) {
      return ours.fault() == Fault.SUBMITTER || ours.fault() == Fault.POLICY
          ? new RunOutcome.Failed(ours.code().name(), ours.reason())
          : new RunOutcome.Inconclusive(ours.code().name(), ours.reason());
    }
    return new RunOutcome.Inconclusive(
        ErrorCode.INTERNAL_ERROR.name(),
        "Assay itself failed: %s. The server's log has the details.".formatted(fault));
  }
}
