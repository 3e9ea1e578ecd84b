package dev.assay.skill.sandbox.lease;

import java.time.Duration;
import java.time.Instant;

/// How long a lease runs.
///
/// @param used when the sandbox was last used
/// @param seen the heartbeat: when its holder last said that it lives
/// @param idle how long it may be unused
/// @param longest how long it may live at all
public record Term(Instant opened, Instant used, Instant seen, Duration idle, Duration longest) {
  /// When it ends unless it is used before.
  public Instant idleEnd() {
    return used.plus(idle);
  }

  /// When it ends however much it is used.
  public Instant hardEnd() {
    return opened.plus(longest);
  }
}
