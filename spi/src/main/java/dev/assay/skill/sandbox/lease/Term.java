package dev.assay.skill.sandbox.lease;

import java.time.Duration;
import java.time.Instant;

/// The term of a lease.
///
/// @param used the time of the last use
/// @param seen the heartbeat: the time of the holder's last sign of life
/// @param idle the longest time without use
/// @param longest the longest life
public record Term(Instant opened, Instant used, Instant seen, Duration idle, Duration longest) {
  /// The end of the lease unless the sandbox is used before.
  public Instant idleEnd() {
    return used.plus(idle);
  }

  /// The end of the lease regardless of use.
  public Instant hardEnd() {
    return opened.plus(longest);
  }
}
