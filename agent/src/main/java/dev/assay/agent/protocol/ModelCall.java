package dev.assay.agent.protocol;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One question on a thread of its own, whose interrupt closes the connection. It ends at the
/// deadline, after too long a silence, or when the caller is interrupted. It leaves nothing
/// running.
public final class ModelCall {
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final Waits waits;
  private final Failures failures;

  public ModelCall(Waits waits, Failures failures) {
    this.waits = waits;
    this.failures = failures;
  }

  /// The exchange itself.
  @FunctionalInterface
  public interface Work<T> {
    T run(Pulse pulse) throws Exception;
  }

  public <T> T run(Duration deadline, Work<T> work) {
    Pulse pulse = new Pulse();
    FutureTask<T> call = new FutureTask<>(() -> work.run(pulse));
    Thread thread = Thread.ofVirtual().name("model-call").start(call);
    long start = System.nanoTime();
    try {
      while (true) {
        long left = deadline.toNanos() - (System.nanoTime() - start);
        Duration allowed = pulse.hasBegun() ? waits.silence() : waits.firstByte();
        long patience = allowed.toNanos() - pulse.silentNanos();
        if (left <= 0) {
          stop(call, thread);
          throw failures.late(deadline);
        }
        if (patience <= 0) {
          boolean begun = pulse.hasBegun();
          stop(call, thread);
          throw begun ? failures.silent(allowed) : failures.noFirstByte(allowed);
        }
        try {
          long pause = Math.min(left, Math.min(patience, waits.silence().toNanos()));
          return call.get(pause, TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
          // check again: something may have been received meanwhile, and then less is allowed
        }
      }
    } catch (InterruptedException e) {
      stop(call, thread);
      Thread.currentThread().interrupt();
      throw failures.interrupted();
    } catch (ExecutionException e) {
      throw failures.of(e);
    }
  }

  private static void stop(FutureTask<?> call, Thread thread) {
    call.cancel(true);
    try {
      boolean _ = thread.join(GOODBYE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
