package dev.assay.accounts;

import dev.assay.skill.audit.AuditRecord;
import java.time.Instant;
import java.util.UUID;

/// Somebody who may sign in.
public record Account(
    UUID id, String name, Role role, Origin origin, State state, Instant createdAt) {

  /// Where the account's password is kept: here, or with the organisation's identity provider.
  public enum Origin {
    LOCAL,
    OIDC
  }

  public enum State {
    ACTIVE,
    /// Has a one-time password and may do nothing but choose a new one.
    MUST_CHANGE_PASSWORD,
    DISABLED
  }

  public boolean mustChangePassword() {
    return state == State.MUST_CHANGE_PASSWORD;
  }

  /// As the audit log names it.
  AuditRecord.Subject auditSubject() {
    return new AuditRecord.Subject("account", id.toString(), name);
  }
}
