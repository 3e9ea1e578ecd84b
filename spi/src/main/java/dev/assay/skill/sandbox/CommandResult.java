package dev.assay.skill.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The result of a command.
///
/// @param cpu the processor time; null where the engine does not know
/// @param peakMemory bytes of its largest process; null where the engine does not know
/// @param leftRunning true if a background process it started is still alive
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
