package dev.assay.skill.sandbox;

import java.time.Duration;

/// What a command did.
///
/// @param peakMemory bytes of its largest process
/// @param leftRunning whether something it started in the background is still alive
public record CommandResult(
    Outcome outcome,
    Output stdout,
    Output stderr,
    Duration took,
    Duration cpu,
    long peakMemory,
    boolean leftRunning) {
  public boolean succeeded() {
    return outcome.succeeded();
  }

  public int shellCode() {
    return outcome.shellCode();
  }
}
