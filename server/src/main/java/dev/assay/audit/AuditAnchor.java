package dev.assay.audit;

import java.util.Optional;

/// Keeps where the audit log ended, outside the database, so that a log whose end was cut off can
/// be distinguished from a shorter one.
public interface AuditAnchor {
  /// An end that no log has. It does not give way to another one, so that damage shows.
  AuditCheck.Head UNREADABLE = new AuditCheck.Head(0, "unreadable");

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

  /// Where it ended; [#UNREADABLE] if something is kept that cannot be read.
  Optional<AuditCheck.Head> find();

  /// Instead of the one kept before. A failure to keep it is logged for the operator, not reported
  /// to the caller: what was done is done.
  void keep(AuditCheck.Head head);
}
