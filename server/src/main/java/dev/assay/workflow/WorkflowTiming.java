package dev.assay.workflow;

import java.time.Duration;

/// The intervals of heartbeats and polls, and the timeouts.
///
/// A server that sends no heartbeat for four intervals is taken for dead; this is checked every
/// second heartbeat. So a run continues after at most six heartbeats and one poll.
///
/// @param heartbeat the interval of a server's heartbeats
/// @param glance the interval of polls for work, requests to cancel and passed deadlines
/// @param grace the time a stopped run has to clean up before its slot is taken from it
/// @param retry the retries after a transient fault
public record WorkflowTiming(Duration heartbeat, Duration glance, Duration grace, Retry retry) {
  static final int MISSED_HEARTBEATS = 4;

  public static WorkflowTiming standard(Retry retry) {
    return new WorkflowTiming(
        Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(10), retry);
  }

  /// @param retries the number of retries of a step
  /// @param first the pause before the first retry; each further one is three times as long
  /// @param pause waits
  public record Retry(int retries, Duration first, Pause pause) {
    /// The number of times a step may be lost with its server before the run is given up.
    static final int LOST_MOST = 5;

    private static final Duration LONGEST = Duration.ofMinutes(2);

    public static Retry of(int retries, Duration first) {
      return new Retry(retries, first, Thread::sleep);
    }

    Duration pauseBefore(int retry) {
      Duration wanted = first.multipliedBy((long) Math.pow(3, Math.min(retry, 10)));
      return wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST;
    }
  }

  /// Waits, and can be interrupted.
  @FunctionalInterface
  public interface Pause {
    void await(Duration time) throws InterruptedException;
  }
}
