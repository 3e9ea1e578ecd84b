package dev.assay.agent.loop;

import java.time.Duration;

/// Waits between two tries. Tests wait in their own time.
@FunctionalInterface
public interface Pauser {
  void pause(Duration time) throws InterruptedException;

  static Pauser real() {
    return Thread::sleep;
  }
}
