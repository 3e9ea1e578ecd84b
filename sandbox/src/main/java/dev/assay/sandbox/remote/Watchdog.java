package dev.assay.sandbox.remote;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Does something later unless it is called off; the work itself has a thread of its own.
public final class Watchdog implements AutoCloseable {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final ScheduledFuture<?> planned;

  private Watchdog(ScheduledFuture<?> planned) {
    this.planned = planned;
  }

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sandbox-watchdog").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  public static Watchdog after(Duration time, Runnable work) {
    return new Watchdog(
        CLOCK.schedule(
            () -> {
              Thread.startVirtualThread(work);
            },
            time.toMillis(),
            TimeUnit.MILLISECONDS));
  }

  /// Calls it off.
  @Override
  public void close() {
    planned.cancel(false);
  }
}
