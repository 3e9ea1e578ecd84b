package dev.assay.accounts;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// A queue for work on passwords, which needs much processor time. Little of it runs at a time, and
/// a waiting request holds no connection to the database. When too many wait, or too many of the
/// same origin, the next is refused.
public final class HashQueue {
  private static final int MOST_WAITING = 64;
  private static final int MOST_OF_ONE_ORIGIN = 16;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final long RETRY_AFTER_SECONDS = 2;

  private final Semaphore places;
  private final Map<String, Integer> present = new HashMap<>();
  private int all;

  /// @param atOnce the number of tasks at a time, and of connections that this work holds at most
  public HashQueue(int atOnce) {
    places = new Semaphore(atOnce, true);
  }

  /// Does the work when it is its turn.
  ///
  /// @param origin the callers that share one limit; an address, for requests without a sign-in
  /// @throws AssayException with `TOO_MANY_ATTEMPTS`
  <T> T pass(String origin, Supplier<T> work) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("Work on passwords must not wait inside a transaction.");
    }
    enter(origin);
    try {
      if (!places.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw tooMany();
      }
      try {
        return work.get();
      } finally {
        places.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw tooMany();
    } finally {
      leave(origin);
    }
  }

  /// Computes on a platform thread. On a virtual thread it would keep all others from running, also
  /// those that hold a connection.
  static <T> T compute(Supplier<T> hash) {
    FutureTask<T> task = new FutureTask<>(hash::get);
    Thread.ofPlatform().daemon().name("password").start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true; // it is short, and its result counts
        } catch (ExecutionException e) {
          throw new IllegalStateException("A password cannot be hashed.", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void enter(String origin) {
    if (all >= MOST_WAITING || present.getOrDefault(origin, 0) >= MOST_OF_ONE_ORIGIN) {
      throw tooMany();
    }
    all++;
    present.merge(origin, 1, Integer::sum);
  }

  private synchronized void leave(String origin) {
    all--;
    present.computeIfPresent(origin, (_, count) -> count == 1 ? null : count - 1);
  }

  private static AssayException tooMany() {
    return new AssayException(
        ErrorCode.TOO_MANY_ATTEMPTS,
        "Too many sign in at this moment. Wait %d s and try again.".formatted(RETRY_AFTER_SECONDS),
        Map.of("retry_after_seconds", RETRY_AFTER_SECONDS));
  }
}
