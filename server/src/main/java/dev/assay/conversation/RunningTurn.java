package dev.assay.conversation;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A turn that this server works on, and the way to stop it.
final class RunningTurn {
  /// Why it has to stop.
  enum Cause {
    CANCELLED,
    SHUTDOWN,
    /// Another server ended the turn.
    FENCED
  }

  private final UUID conversation;
  private final String owner;
  private @Nullable Thread thread;
  private @Nullable Cause cause;

  RunningTurn(UUID conversation, String owner) {
    this.conversation = conversation;
    this.owner = owner;
  }

  UUID conversation() {
    return conversation;
  }

  String owner() {
    return owner;
  }

  synchronized void workedOnBy(Thread worker) {
    thread = worker;
    if (cause != null) {
      worker.interrupt();
    }
  }

  /// The first cause counts.
  synchronized void stop(Cause why) {
    if (cause == null) {
      cause = why;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  /// From here on nobody is interrupted any more; why it was, if it was.
  synchronized @Nullable Cause rest() {
    thread = null;
    boolean _ = Thread.interrupted();
    return cause;
  }
}
