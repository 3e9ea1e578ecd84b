package dev.assay.conversation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.WorkKind;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A sandbox that starts while the model already reads; its users wait for it.
final class AwaitedSandbox implements Supplier<Sandbox> {
  private final FutureTask<Sandbox> coming;

  private AwaitedSandbox(FutureTask<Sandbox> coming) {
    this.coming = coming;
  }

  static AwaitedSandbox making(String name, Supplier<Sandbox> maker) {
    FutureTask<Sandbox> coming = new FutureTask<>(maker::get);
    Thread.ofVirtual().name(name).start(WorkKind.current().doing(coming));
    return new AwaitedSandbox(coming);
  }

  /// Returns when the sandbox is there or has failed, and not before, because no second one may be
  /// made meanwhile.
  void settle() {
    boolean interrupted = false;
    while (true) {
      try {
        coming.get();
        break;
      } catch (ExecutionException e) {
        break; // reported to its users
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Sandbox get() {
    try {
      return coming.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof AssayException failure
          ? failure
          : new SandboxFailure(
              ErrorCode.SANDBOX_FAILED, "The sandbox was not made: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }
}
