package dev.assay.workflow.stop;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// Stops the threads that work for one run.
///
/// A thread is interrupted only while it works, never between two pieces of work: an interrupt on a
/// virtual thread that talks to the database would close the connection.
public final class StopSignal {
  private final Set<Thread> working = new HashSet<>();
  private Optional<Cause> cause = Optional.empty();

  /// Stops everything under way; the first cause stays.
  public synchronized void raise(Cause why) {
    if (cause.isEmpty()) {
      cause = Optional.of(why);
    }
    interrupt();
  }

  /// Interrupts again the threads that did not react.
  public synchronized void repeat() {
    if (cause.isPresent()) {
      interrupt();
    }
  }

  public synchronized Optional<Cause> cause() {
    return cause;
  }

  public void check() {
    cause()
        .ifPresent(
            why -> {
              throw new Stopped(why);
            });
  }

  /// Does a piece of work that may be interrupted. If it was stopped meanwhile, its result counts
  /// for nothing, be it a value or an exception.
  public <T> T during(Callable<T> work) throws Exception {
    enter();
    try {
      T value = work.call();
      leave();
      check();
      return value;
    } catch (Exception | Error e) {
      leave();
      check();
      throw e;
    }
  }

  private synchronized void enter() {
    check();
    working.add(Thread.currentThread());
  }

  private synchronized void leave() {
    if (working.remove(Thread.currentThread())) {
      Thread.interrupted(); // ours, and it has taken effect
    }
  }

  private void interrupt() {
    working.forEach(Thread::interrupt);
  }
}
