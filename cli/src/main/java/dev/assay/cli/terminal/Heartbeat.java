package dev.assay.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Shows that a command is still waiting. It prints the current phase on the error output every ten
/// seconds.
public final class Heartbeat implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final PrintStream out;
  private final Duration every;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile String phase;

  private Heartbeat(PrintStream out, Duration every, String phase) {
    this.out = out;
    this.every = every;
    this.phase = phase;
  }

  public static Heartbeat begin(String phase) {
    return begin(System.err, EVERY, phase);
  }

  static Heartbeat begin(PrintStream out, Duration every, String phase) {
    Heartbeat heartbeat = new Heartbeat(out, every, phase);
    Thread.ofPlatform().daemon().name("heartbeat").start(heartbeat::printLines);
    return heartbeat;
  }

  /// Sets the phase that is shown from now on.
  public void phase(String next) {
    phase = next;
  }

  @Override
  public void close() {
    over.countDown();
  }

  private void printLines() {
    long begin = System.nanoTime();
    try {
      while (!over.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        out.println("assay: " + phase + " … " + seconds + " s");
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
