package dev.assay.sandbox.local;

import dev.assay.sandbox.agent.AgentLink;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/// Makes a sandbox stand still while something reads its files: by the kernel's freezer where there
/// is one, else by the agent, which stops all others. Nobody talks to a sandbox meanwhile: many may
/// talk at the same time, whoever halts it is alone.
final class SandboxPause {
  private static final long HALT_MILLIS = 20_000;
  private static final long GO_ON_MILLIS = 10_000;

  private final ControlGroup group;
  private final ReentrantReadWriteLock standing = new ReentrantReadWriteLock();

  SandboxPause(ControlGroup group) {
    this.group = group;
  }

  <T> T talking(Supplier<T> action) {
    standing.readLock().lock();
    try {
      return action.get();
    } finally {
      standing.readLock().unlock();
    }
  }

  <T> T halted(AgentLink link, Supplier<T> action) {
    standing.writeLock().lock();
    try {
      return group.freezer().isPresent() ? frozen(action) : stopped(link, action);
    } finally {
      standing.writeLock().unlock();
    }
  }

  private <T> T frozen(Supplier<T> action) {
    if (!group.freeze()) {
      throw restless();
    }
    try {
      return action.get();
    } finally {
      group.thaw();
    }
  }

  private static <T> T stopped(AgentLink link, Supplier<T> action) {
    if (!link.ask('H', 'h', new byte[0], HALT_MILLIS).isEmpty()) {
      throw restless();
    }
    try {
      return action.get();
    } finally {
      link.ask('G', 'g', new byte[0], GO_ON_MILLIS);
    }
  }

  private static SandboxFailure restless() {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "The sandbox's processes do not stand still; there is no snapshot of it.");
  }
}
