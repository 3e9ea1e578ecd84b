package dev.assay.database;

import dev.assay.skill.WorkKind;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Shares a number of connections among kinds of work. Every kind has a part of its own; the rest
/// goes to the first request. Within a kind, requests are served in their order, and a request that
/// has begun goes before later ones.
public final class ConnectionShares {
  private static final class Waiting implements Comparable<Waiting> {
    private final long since;
    private final long number;
    private final Condition granted;
    private boolean isGranted;

    private Waiting(long since, long number, Condition granted) {
      this.since = since;
      this.number = number;
      this.granted = granted;
    }

    @Override
    public int compareTo(Waiting other) {
      int earlier = Long.signum(since - other.since); // the comparison that nanoTime requires
      return earlier != 0 ? earlier : Long.compare(number, other.number);
    }
  }

  private static final class Share {
    private final int own;
    private final Queue<Waiting> queue = new PriorityQueue<>();
    private int held;
    private long refused;

    private Share(int own) {
      this.own = own;
    }

    private int borrowed() {
      return Math.max(0, held - own);
    }
  }

  /// The state of one kind of work.
  ///
  /// @param refused the number of requests that got no connection
  public record Standing(int held, int waiting, long refused) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<WorkKind, Share> shares = new EnumMap<>(WorkKind.class);
  private final int common;
  private long arrivals;

  /// @param all the number of connections
  public ConnectionShares(int all) {
    int owned = 0;
    for (WorkKind kind : WorkKind.values()) {
      int own = all * tenths(kind) / 10;
      owned += own;
      shares.put(kind, new Share(own));
    }
    common = all - owned;
  }

  private static int tenths(WorkKind kind) {
    return switch (kind) {
      case BACKGROUND -> 3;
      case CHAT, API -> 2;
      case SIGN_IN -> 1;
    };
  }

  /// Waits for a connection. Returns false if none was released in time.
  boolean acquire(WorkKind kind, Duration patience) throws InterruptedException {
    lock.lock();
    try {
      Share share = share(kind);
      if (share.queue.isEmpty() && mayTake(share)) {
        share.held++;
        return true;
      }
      Waiting waiting = new Waiting(WorkKind.since(), arrivals++, lock.newCondition());
      share.queue.add(waiting);
      boolean inTime = false;
      try {
        inTime = await(waiting, patience.toNanos());
        return inTime;
      } finally {
        leave(share, waiting, inTime);
      }
    } finally {
      lock.unlock();
    }
  }

  private static boolean await(Waiting waiting, long nanos) throws InterruptedException {
    long left = nanos;
    while (!waiting.isGranted && left > 0) {
      left = waiting.granted.awaitNanos(left);
    }
    return waiting.isGranted;
  }

  /// Ends a wait that failed. A connection that was granted to an interrupted thread goes to the
  /// next.
  private void leave(Share share, Waiting waiting, boolean inTime) {
    if (inTime) {
      return;
    }
    share.refused++;
    if (waiting.isGranted) {
      share.held--;
      grantNext();
    } else {
      share.queue.remove(waiting);
    }
  }

  void release(WorkKind kind) {
    lock.lock();
    try {
      share(kind).held--;
      grantNext();
    } finally {
      lock.unlock();
    }
  }

  private void grantNext() {
    for (Optional<Share> next = next(); next.isPresent(); next = next()) {
      Waiting first = next.get().queue.remove();
      next.get().held++;
      first.isGranted = true;
      first.granted.signal();
    }
  }

  /// The kind to serve next. Kinds that have less than their own part come first, then the longest
  /// wait.
  private Optional<Share> next() {
    return shares.values().stream()
        .filter(share -> !share.queue.isEmpty() && mayTake(share))
        .min(
            Comparator.<Share, Boolean>comparing(share -> share.held >= share.own)
                .thenComparing(share -> share.queue.element()));
  }

  private boolean mayTake(Share share) {
    return share.held < share.own
        || shares.values().stream().mapToInt(Share::borrowed).sum() < common;
  }

  public Standing standing(WorkKind kind) {
    lock.lock();
    try {
      Share share = share(kind);
      return new Standing(share.held, share.queue.size(), share.refused);
    } finally {
      lock.unlock();
    }
  }

  private Share share(WorkKind kind) {
    return Objects.requireNonNull(shares.get(kind));
  }
}
