package dev.assay.agent.protocol;

import java.time.Duration;

/// The timeouts of a silent server.
///
/// @param firstByte the wait from the request to the first byte of the answer
/// @param silence the wait between two pieces of an answer
public record Waits(Duration firstByte, Duration silence) {
  public static final Waits USUAL = new Waits(Duration.ofMinutes(2), Duration.ofMinutes(1));

  public Waits {
    if (!firstByte.isPositive() || !silence.isPositive()) {
      throw new IllegalArgumentException("a server needs some time to answer");
    }
  }
}
