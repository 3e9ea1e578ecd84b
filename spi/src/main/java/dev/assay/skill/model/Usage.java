package dev.assay.skill.model;

import java.math.BigDecimal;
import java.util.Optional;

/// Tokens of one or more calls.
///
/// @param inputTokens everything that was read, from a cache or not
/// @param cachedTokens those of them that were read from the provider's cache
/// @param cacheWrites those of them that were put into it
/// @param charged what the provider itself says it costs, if it does
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
