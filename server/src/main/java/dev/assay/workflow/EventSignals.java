package dev.assay.workflow;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Wakes the viewers on this server when something was written about what they watch. While the
/// database notifies this server, that is on whichever server it was written, and nobody polls;
/// otherwise what is written here wakes them, and they poll for the rest.
public final class EventSignals {
  /// What the database's triggers notify on.
  public static final String CHANNEL = "assay_event";

  private final Map<UUID, Set<Viewer>> viewers = new ConcurrentHashMap<>();
  private volatile boolean notified;

  /// Somebody who waits for news of one run or stream.
  final class Viewer implements AutoCloseable {
    private final UUID subject;
    private final Semaphore news = new Semaphore(0);

    private Viewer(UUID subject) {
      this.subject = subject;
    }

    /// To be called before reading, so that nothing falls between reading and waiting.
    void begin() {
      news.drainPermits();
    }

    /// Waits for news; whether there are any.
    ///
    /// @param most how long
    /// @param poll how long while the database does not notify this server
    boolean await(Duration most, Duration poll) throws InterruptedException {
      Duration time = notified || most.compareTo(poll) < 0 ? most : poll;
      return news.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void wake() {
      if (news.availablePermits() == 0) {
        news.release();
      }
    }

    @Override
    public void close() {
      viewers.computeIfPresent(
          subject,
          (_, all) -> {
            all.remove(this);
            return all.isEmpty() ? null : all;
          });
    }
  }

  Viewer watch(UUID subject) {
    Viewer viewer = new Viewer(subject);
    viewers.compute(
        subject,
        (_, all) -> {
          Set<Viewer> known = all == null ? ConcurrentHashMap.newKeySet() : all;
          known.add(viewer);
          return known;
        });
    return viewer;
  }

  /// Waits until something is there, looking whenever something was written about the subject.
  ///
  /// @param poll how often to look while the database does not notify this server
  public boolean await(UUID subject, BooleanSupplier there, Duration most, Duration poll)
      throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    try (Viewer viewer = watch(subject)) {
      while (true) {
        viewer.begin();
        if (there.getAsBoolean()) {
          return true;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        boolean _ = viewer.await(Duration.ofNanos(left), poll);
      }
    }
  }

  /// The database says that something was written.
  public void notified(UUID subject) {
    viewers.getOrDefault(subject, Set.of()).forEach(Viewer::wake);
  }

  /// From now on the database notifies this server of everything. What happened before may have
  /// been missed.
  public void connected() {
    notified = true;
    wakeAll();
  }

  /// The database does not notify this server.
  public void lost() {
    notified = false;
    wakeAll();
  }

  private void wakeAll() {
    viewers.values().forEach(all -> all.forEach(Viewer::wake));
  }

  /// This server wrote something. Viewers are woken once: here, or by the database.
  void written(UUID subject) {
    if (!notified) {
      notified(subject);
    }
  }
}
