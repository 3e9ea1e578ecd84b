package dev.assay.agentservice;

/// Stops the thread that works on a turn, and no other work that this thread does later.
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

  /// To be called by the worker: what follows has to happen all the same.
  synchronized void over() {
    over = true;
    boolean _ = Thread.interrupted();
  }
}
