package dev.assay.audit;

import java.util.List;
import java.util.Optional;

/// The result of a check of every entry of the audit log.
///
/// @param head the present end of the log; empty for an empty log
/// @param anchor the end at this server's last check, kept outside the database
/// @param breaks the first breaks, if there are any
public record AuditCheck(
    long entries, Optional<Head> head, Optional<Head> anchor, List<Break> breaks) {

  /// The end of the log at some time.
  public record Head(long sequence, String hash) {}

  /// A place where the log differs from what was written.
  public record Break(long sequence, String problem) {}

  /// Says whether the log is proved to be unchanged.
  public boolean intact() {
    return breaks.isEmpty() && !anchorUnreadable();
  }

  /// Says whether the anchor cannot be read. Then it is not known whether the end was cut off, and
  /// nothing else follows from it.
  public boolean anchorUnreadable() {
    return anchor.equals(Optional.of(AuditAnchor.UNREADABLE));
  }
}
