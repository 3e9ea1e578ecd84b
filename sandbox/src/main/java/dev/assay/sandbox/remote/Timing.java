package dev.assay.sandbox.remote;

import java.time.Duration;

/// The timeouts for a provider.
///
/// @param connect the timeout of a connection
/// @param answer the timeout of an answer that needs no command to end
/// @param start the timeout until a sandbox or a snapshot is ready
/// @param poll the interval between two questions whether it is
public record Timing(Duration connect, Duration answer, Duration start, Duration poll) {
  public static final Timing USUAL =
      new Timing(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofMinutes(5),
          Duration.ofMillis(500));

  /// A copy with another interval, for a server on this machine.
  public Timing polling(Duration wanted) {
    return new Timing(connect, answer, start, wanted);
  }

  public Timing starting(Duration most) {
    return new Timing(connect, answer, most, poll);
  }
}
