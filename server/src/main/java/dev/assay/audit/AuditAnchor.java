package dev.assay.audit;

import java.util.Optional;

/// Keeps where the audit log ended, outside the database, so that a log whose end was cut off can
/// be distinguished from a shorter one.
public interface AuditAnchor {
  /// Keeps nothing.
  AuditAnchor NONE =
      new AuditAnchor() {
        @Override
        public Optional<AuditCheck.Head> find() {
          return Optional.empty();
        }

        @Override
        public void keep(AuditCheck.Head head) {}
      };

  Optional<AuditCheck.Head> find();

  /// Instead of the one kept before. A failure to keep it is logged for the operator, not reported
  /// to the caller: what was done is done.
  void keep(AuditCheck.Head head);
}
