package dev.assay.sandbox.local;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A helper process that waits for what it has to build. Starting a process takes a large program
/// like ours as long as half of what the helper does, so one is started ahead. It has nothing yet,
/// takes the name of its sandbox when it gets one, and ends when this process does.
final class WaitingHelper implements AutoCloseable {
  /// As long as a sandbox's id, which the helper writes over it.
  private static final String NO_ID = "-".repeat(16);

  private final NativeProgram program;
  private final AtomicReference<@Nullable Process> waiting = new AtomicReference<>();
  private final ReentrantLock starting = new ReentrantLock();
  private volatile boolean closed;

  WaitingHelper(NativeProgram program) {
    this.program = program;
  }

  /// The one that waits, or a new one.
  Process take() throws IOException {
    Process one = waiting.getAndSet(null);
    return one != null && one.isAlive() ? one : start();
  }

  private Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.path().toString(), "run", NO_ID);
    builder.environment().clear();
    return builder.start();
  }

  /// Starts the next one, beside what the caller does.
  void prepare() {
    if (!closed && waiting.get() == null && !starting.isLocked()) {
      Thread.ofVirtual().name("sandbox-helper").start(this::startNext);
    }
  }

  private void startNext() {
    starting.lock();
    try {
      if (!closed && waiting.get() == null) {
        waiting.set(start());
      }
    } catch (IOException e) {
      return; // whoever takes one tries again and says why not
    } finally {
      starting.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    starting.lock(); // until one that is being started can be ended
    try {
      Process one = waiting.getAndSet(null);
      if (one != null) {
        one.destroyForcibly()
            .onExit()
            .orTimeout(5, TimeUnit.SECONDS)
            .exceptionally(_ -> one)
            .join();
      }
    } finally {
      starting.unlock();
    }
  }
}
