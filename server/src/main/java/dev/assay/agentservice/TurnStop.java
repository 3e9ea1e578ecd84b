package dev.assay.agentservice;

/// Stops the thread that works on a turn, and no later work of that thread.
final class TurnStop {
  private final Thread worker;
  private boolean stopped;
  private boolean over;

  TurnStop(Thread worker) {
    this.worker = worker;
  }

  synchronized void stop() {
    stopped = true;
    if (!over) {
      worker.interrupt();
    }
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /// Ends the part that can be interrupted. The worker calls this before work that must be done in
  /// any case.
  synchronized void over() {
    over = true;
    boolean _ = Thread.interrupted();
  }
}
