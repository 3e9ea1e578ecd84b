package dev.assay.workflow;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Wakes the viewers on this server when something is written about their subject. While the
/// database notifies this server, writes on all servers wake them and no viewer polls. Otherwise
/// only writes of this server wake them, and they poll for the rest.
public final class EventSignals {
  /// The channel that the database's triggers notify on.
  public static final String CHANNEL = "assay_event";

  private final Map<UUID, Set<Viewer>> viewers = new ConcurrentHashMap<>();
  private volatile boolean notified;

  /// A viewer that waits for news of one run or stream.
  final class Viewer implements AutoCloseable {
    private final UUID subject;
    private final Semaphore news = new Semaphore(0);

    private Viewer(UUID subject) {
      this.subject = subject;
    }

    /// Starts a new wait. It must be called before a read, so that no event is missed between
    /// reading and waiting.
    void begin() {
      news.drainPermits();
    }

    /// Waits for news and says whether there are any.
    ///
    /// @param most the longest wait
    /// @param poll the longest wait while the database does not notify this server
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

  /// Waits until a condition is true, testing it whenever something was written about the subject.
  ///
  /// @param poll the interval of tests while the database does not notify this server
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

  /// Wakes the viewers of a subject, because the database reports a write.
  public void notified(UUID subject) {
    viewers.getOrDefault(subject, Set.of()).forEach(Viewer::wake);
  }

  /// Notes that the database notifies this server from now on. Earlier writes may have been missed.
  public void connected() {
    notified = true;
    wakeAll();
  }

  /// Notes that the database does not notify this server.
  public void lost() {
    notified = false;
    wakeAll();
  }

  private void wakeAll() {
    viewers.values().forEach(all -> all.forEach(Viewer::wake));
  }

  /// Reports a write of this server. Viewers are woken once: here, or by the database.
  void written(UUID subject) {
    if (!notified) {
      notified(subject);
    }
  }
}
