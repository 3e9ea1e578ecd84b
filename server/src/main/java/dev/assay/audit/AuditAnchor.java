package dev.assay.audit;

import java.util.Optional;

/// Keeps the end of the audit log outside the database, so that a truncated log can be
/// distinguished from a shorter one.
public interface AuditAnchor {
  /// The value for an anchor that cannot be read; no log has such an end. It is never replaced by
  /// another one, so that the damage stays visible.
  AuditCheck.Head UNREADABLE = new AuditCheck.Head(0, "unreadable");

  /// An anchor that keeps nothing.
  AuditAnchor NONE =
      new AuditAnchor() {
        @Override
        public Optional<AuditCheck.Head> find() {
          return Optional.empty();
        }

        @Override
        public void keep(AuditCheck.Head head) {}
      };

  /// The kept end; [#UNREADABLE] if it cannot be read.
  Optional<AuditCheck.Head> find();

  /// Replaces the kept end. A failure is logged for the operator and not reported to the caller,
  /// whose action is already done.
  void keep(AuditCheck.Head head);
}
