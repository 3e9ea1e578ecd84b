package dev.assay.workflow;

import dev.assay.workflow.stop.Cause;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/// A live run on this server: writes its events, and stops it.
public final class LiveRun {
  private final LiveRuns runs;
  private final UUID id;
  private final UUID stream;
  private final String owner;
  private @Nullable Thread thread;
  private Optional<Cause> cause = Optional.empty();
  private final CountDownLatch over = new CountDownLatch(1);

  LiveRun(LiveRuns runs, UUID id, UUID stream, String owner) {
    this.runs = runs;
    this.id = id;
    this.stream = stream;
    this.owner = owner;
  }

  /// The reason of a stop.
  public enum Stop {
    /// The run was not stopped.
    NOT_STOPPED,
    CANCELLED,
    /// The server shuts down.
    SHUTDOWN,
    /// The run is over already: another server ended it, or its events cannot be written any more.
    OVER
  }

  UUID stream() {
    return stream;
  }

  String owner() {
    return owner;
  }

  /// Writes an event for all viewers. If the run is over, or the event cannot be written, the work
  /// is stopped.
  public void append(LiveEvent.New event) {
    try {
      if (runs.append(id, event).isEmpty()) {
        stop(Cause.FENCED);
        throw new IllegalStateException("the run is over");
      }
    } catch (DataAccessException e) {
      stop(Cause.FENCED);
      throw e;
    }
    runs.signal(stream);
  }

  /// Ends the part of the work that can be interrupted, and returns the reason if it was stopped.
  public synchronized Stop rest() {
    thread = null;
    boolean _ = Thread.interrupted();
    return cause
        .map(
            why ->
                switch (why) {
                  case CANCELLED, TIMED_OUT -> Stop.CANCELLED;
                  case SHUTDOWN -> Stop.SHUTDOWN;
                  case FENCED -> Stop.OVER;
                })
        .orElse(Stop.NOT_STOPPED);
  }

  void finished() {
    over.countDown();
  }

  void join(Duration patience) throws InterruptedException {
    boolean _ = over.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  synchronized void workedOnBy(Thread worker) {
    thread = worker;
    if (cause.isPresent()) {
      worker.interrupt();
    }
  }

  /// Stops the run; the first cause counts.
  synchronized void stop(Cause why) {
    if (cause.isEmpty()) {
      cause = Optional.of(why);
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}
