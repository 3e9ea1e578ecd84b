package dev.assay.skill.audit;

import java.util.function.Supplier;

/// Writes records to the audit log. A record is part of the caller's transaction: either both are
/// committed or neither.
public interface AuditWriter {
  /// Writes a record: as the last statement of the current transaction, or else in a transaction of
  /// its own.
  void record(AuditRecord entry);

  /// Runs actions and the writing of their records in one transaction.
  <T> T together(Supplier<T> actions);
}
