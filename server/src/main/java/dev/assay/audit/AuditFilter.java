package dev.assay.audit;

import dev.assay.skill.audit.AuditAction;
import java.time.Instant;
import java.util.Optional;

/// Which entries of the audit log are wanted.
///
/// @param object an object's id or name
/// @param from the first moment that counts
/// @param to the first moment that does not
public record AuditFilter(
    Optional<String> actor,
    Optional<AuditAction> action,
    Optional<String> object,
    Optional<Instant> from,
    Optional<Instant> to) {
  public static final AuditFilter ALL =
      new AuditFilter(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
