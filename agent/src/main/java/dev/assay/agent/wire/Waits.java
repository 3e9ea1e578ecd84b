package dev.assay.agent.wire;

import java.time.Duration;

/// How long a server may be silent.
///
/// @param firstByte from the request to the first byte of the answer
/// @param silence between two pieces of an answer
public record Waits(Duration firstByte, Duration silence) {
  public static final Waits USUAL = new Waits(Duration.ofMinutes(2), Duration.ofMinutes(1));

  public Waits {
    if (!firstByte.isPositive() || !silence.isPositive()) {
      throw new IllegalArgumentException("a server needs some time to answer");
    }
  }
}
