package dev.assay.skill.audit;

import java.util.function.Supplier;

/// Writes down who did what. A record is part of the caller's transaction: either both happened or
/// neither.
public interface AuditWriter {
  /// As the last act of the transaction that is under way, else in one of its own.
  void record(AuditRecord entry);

  /// Does something and what it records in one transaction.
  <T> T together(Supplier<T> actions);
}
