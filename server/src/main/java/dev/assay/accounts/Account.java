package dev.assay.accounts;

import dev.assay.skill.audit.AuditRecord;
import java.time.Instant;
import java.util.UUID;

/// An account for signing in.
public record Account(
    UUID id, String name, Role role, Origin origin, State state, Instant createdAt) {

  /// The place where the account's password is kept: here, or with the organisation's identity
  /// provider.
  public enum Origin {
    LOCAL,
    OIDC
  }

  public enum State {
    ACTIVE,
    /// The account has a one-time password and may only choose a new one.
    MUST_CHANGE_PASSWORD,
    DISABLED
  }

  public boolean mustChangePassword() {
    return state == State.MUST_CHANGE_PASSWORD;
  }

  /// The name in the audit log.
  AuditRecord.Subject auditSubject() {
    return new AuditRecord.Subject("account", id.toString(), name);
  }
}
