package dev.assay.agent.loop;

import java.time.Duration;

/// Waits between two tries. Tests replace it to wait in simulated time.
@FunctionalInterface
public interface Pauser {
  void pause(Duration time) throws InterruptedException;

  static Pauser real() {
    return Thread::sleep;
  }
}
