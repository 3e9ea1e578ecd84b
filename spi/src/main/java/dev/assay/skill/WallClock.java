package dev.assay.skill;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// The machine's clock, for the time of events. An administrator may set it, so durations are
/// measured with [#steady].
public final class WallClock extends Clock {
  private final Clock machine;

  public WallClock() {
    this(Clock.systemUTC());
  }

  /// Cuts times to the millisecond, so that a time is equal before and after it is stored.
  public WallClock(Clock machine) {
    this.machine = Clock.tick(machine, Duration.ofMillis(1));
  }

  /// A clock that starts at the given clock's time and then runs evenly, even if the machine's
  /// clock is set. A clock other than the machine's is returned as it is.
  public static Clock steady(Clock clock) {
    return clock instanceof WallClock ? new Steady(clock.instant(), System.nanoTime()) : clock;
  }

  @Override
  public Instant instant() {
    return machine.instant();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return machine.withZone(zone);
  }

  private static final class Steady extends Clock {
    private final Instant start;
    private final long startNanos;

    private Steady(Instant start, long startNanos) {
      this.start = start;
      this.startNanos = startNanos;
    }

    @Override
    public Instant instant() {
      return start.plusMillis((System.nanoTime() - startNanos) / 1_000_000);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return Clock.fixed(instant(), zone);
    }
  }
}
