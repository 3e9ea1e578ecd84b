package dev.assay.skill.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a command did.
///
/// @param cpu null where the engine does not know
/// @param peakMemory bytes of its largest process; null where the engine does not know
/// @param leftRunning whether something it started in the background is still alive
public record CommandResult(
    Outcome outcome,
    Output stdout,
    Output stderr,
    Duration took,
    @Nullable Duration cpu,
    @Nullable Long peakMemory,
    boolean leftRunning) {
  public boolean succeeded() {
    return outcome.succeeded();
  }

  public int shellCode() {
    return outcome.shellCode();
  }
}
