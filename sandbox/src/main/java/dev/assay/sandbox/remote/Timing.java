package dev.assay.sandbox.remote;

import java.time.Duration;

/// How long a provider may take.
///
/// @param connect for a connection
/// @param answer for an answer that needs no command to end
/// @param start for a sandbox or a snapshot to be ready
/// @param poll between two questions whether it is
public record Timing(Duration connect, Duration answer, Duration start, Duration poll) {
  public static final Timing USUAL =
      new Timing(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofMinutes(5),
          Duration.ofMillis(500));

  /// The same, asking more often: for a server beside us.
  public Timing polling(Duration wanted) {
    return new Timing(connect, answer, start, wanted);
  }

  public Timing starting(Duration most) {
    return new Timing(connect, answer, most, poll);
  }
}
