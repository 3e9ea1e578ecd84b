package dev.assay.audit;

import java.util.List;
import java.util.Optional;

/// What a check of every entry of the audit log found.
///
/// @param head where the log ends now; empty for an empty log
/// @param anchor where it ended when this server last checked, kept outside the database
/// @param breaks the first of them, if any
public record AuditCheck(
    long entries, Optional<Head> head, Optional<Head> anchor, List<Break> breaks) {

  /// The end of the log at some time.
  public record Head(long sequence, String hash) {}

  /// A place where the log is not what was written.
  public record Break(long sequence, String problem) {}

  /// Whether it is proved that the log is what was written.
  public boolean intact() {
    return breaks.isEmpty() && !anchorUnreadable();
  }

  /// Whether the anchor cannot be read: then it is not known whether the end was cut off, and
  /// nothing else follows from it.
  public boolean anchorUnreadable() {
    return anchor.equals(Optional.of(AuditAnchor.UNREADABLE));
  }
}
