package dev.assay.skill;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// The machine's clock, for when something happened. Somebody may set it; how long something takes
/// is measured with [#steady].
public final class WallClock extends Clock {
  private final Clock machine;

  public WallClock() {
    this(Clock.systemUTC());
  }

  /// To the millisecond, so that a time is the same before and after it was stored.
  public WallClock(Clock machine) {
    this.machine = Clock.tick(machine, Duration.ofMillis(1));
  }

  /// A clock that shows what the given one shows now and then goes on evenly, whatever happens to
  /// the machine's. Other clocks than the machine's are even by themselves.
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
