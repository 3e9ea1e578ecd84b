package dev.assay.agent;

import java.time.Duration;

/// How agents deal with their model.
///
/// @param deadline how long one answer may take
/// @param retries how often a fault of the provider is answered with another try
/// @param contextTokens how much the model can read at once
/// @param longestWait the longest pause that a provider may ask for
public record LoopSettings(
    Duration deadline, int retries, int contextTokens, Duration longestWait) {
  public static final LoopSettings USUAL = new LoopSettings(Duration.ofMinutes(3), 4, 128_000);

  public LoopSettings(Duration deadline, int retries, int contextTokens) {
    this(deadline, retries, contextTokens, Duration.ofMinutes(5));
  }
}
