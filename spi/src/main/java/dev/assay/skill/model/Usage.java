package dev.assay.skill.model;

import java.math.BigDecimal;
import java.util.Optional;

/// The tokens of one or more calls.
///
/// @param inputTokens all tokens read, from a cache or not
/// @param cachedTokens the input tokens read from the provider's cache
/// @param cacheWrites the input tokens written to the provider's cache
/// @param charged the provider's own figure of the costs, if it gives one
public record Usage(
    long inputTokens,
    long outputTokens,
    long cachedTokens,
    long cacheWrites,
    Optional<BigDecimal> charged) {
  public static final Usage NONE = new Usage(0, 0);

  public Usage {
    if (inputTokens < 0 || outputTokens < 0 || cachedTokens < 0 || cacheWrites < 0) {
      throw new IllegalArgumentException("tokens cannot be negative");
    }
    if (cachedTokens + cacheWrites > inputTokens) {
      throw new IllegalArgumentException("what was cached is more than what was read");
    }
  }

  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, 0, 0, Optional.empty());
  }

  public Usage plus(Usage other) {
    return new Usage(
        inputTokens + other.inputTokens,
        outputTokens + other.outputTokens,
        cachedTokens + other.cachedTokens,
        cacheWrites + other.cacheWrites,
        charged.isEmpty() && other.charged.isEmpty()
            ? Optional.empty()
            : Optional.of(
                charged.orElse(BigDecimal.ZERO).add(other.charged.orElse(BigDecimal.ZERO))));
  }

  public long total() {
    return inputTokens + outputTokens;
  }
}
