package dev.assay.audit;

import dev.assay.skill.audit.AuditAction;
import java.time.Instant;
import java.util.Optional;

/// A filter for entries of the audit log.
///
/// @param object an object's id or name
/// @param from the start of the time, inclusive
/// @param to the end of the time, exclusive
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
