package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.time.Duration;

/// Waits between two attempts; tests pass one that does not.
public interface Pause {
  void take(Duration length) throws InterruptedException;

  /// The real one.
  static Pause sleeping() {
    return Thread::sleep;
  }

  /// Waits, and turns an interrupt into the failure that callers of a sandbox expect.
  default void hold(Duration length) {
    try {
      take(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted while waiting.", e);
    }
  }
}
