package dev.assay.audit;

import dev.assay.TestDatabase;
import java.time.Clock;

/// Audit logs for tests of what writes to them.
public final class Audits {
  private Audits() {}

  public static AuditLog on(TestDatabase database, Clock clock) {
    return new AuditLog(
        database.jdbc(), database.transactions(), clock, () -> "", AuditAnchor.NONE);
  }
}
