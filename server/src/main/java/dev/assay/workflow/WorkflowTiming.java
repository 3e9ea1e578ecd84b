package dev.assay.workflow;

import java.time.Duration;

/// How often servers write heartbeats and poll, and how long they wait.
///
/// A server that does not say for four heartbeats that it lives is taken for dead; this is checked
/// every second heartbeat. So a run goes on after at most six heartbeats and one glance.
///
/// @param heartbeat how often a server says that it lives
/// @param glance how often it polls for work, requests to cancel and passed deadlines
/// @param grace how long a stopped run may take to clean up before its slot is taken from it
/// @param retry what happens after a fault that is worth another try
public record WorkflowTiming(Duration heartbeat, Duration glance, Duration grace, Retry retry) {
  static final int MISSED_HEARTBEATS = 4;

  public static WorkflowTiming standard(Retry retry) {
    return new WorkflowTiming(
        Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(10), retry);
  }

  /// @param retries how often a step is tried again
  /// @param first the pause before the first retry; each further one is three times as long
  /// @param pause waits
  public record Retry(int retries, Duration first, Pause pause) {
    /// How often a step may be lost with its server before the run is given up.
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
