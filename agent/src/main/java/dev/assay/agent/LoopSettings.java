package dev.assay.agent;

import java.time.Duration;

/// The way agents deal with their model.
///
/// @param deadline the timeout of one answer
/// @param retries the number of retries after a fault of the provider
/// @param contextTokens the size of the model's context window
/// @param longestWait the longest pause that a provider may ask for
public record LoopSettings(
    Duration deadline, int retries, int contextTokens, Duration longestWait) {
  public static final LoopSettings USUAL = new LoopSettings(Duration.ofMinutes(3), 4, 128_000);

  public LoopSettings(Duration deadline, int retries, int contextTokens) {
    this(deadline, retries, contextTokens, Duration.ofMinutes(5));
  }
}
