package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A command on its way in a provider's sandbox.
public final class RemoteCommand implements RunningCommand {
  private static final int KILLS = 20;
  private static final Duration BETWEEN_KILLS = Duration.ofMillis(500);
  private static final int PIECE = 48 << 10;

  /// How a command of one provider is reached while it runs.
  public interface Control {
    /// Asks the helper inside to kill it and everything it started; nothing if it is not there.
    void kill();

    void send(byte[] input);

    void endInput();
  }

  private final Command command;
  private final Control control;
  private final CompletableFuture<CommandResult> result = new CompletableFuture<>();
  private volatile @Nullable Thread worker;

  private RemoteCommand(Command command, Control control) {
    this.command = command;
    this.control = control;
  }

  /// @param work runs the command to its end, on a thread of its own
  public static RemoteCommand start(
      Command command, Control control, Callable<CommandResult> work) {
    RemoteCommand running = new RemoteCommand(command, control);
    Thread.startVirtualThread(
        () -> {
          running.worker = Thread.currentThread();
          try {
            running.result.complete(work.call());
          } catch (Exception e) {
            running.result.completeExceptionally(e);
          }
        });
    return running;
  }

  @Override
  public OutputStream stdin() {
    if (!command.input().equals(Command.BY_HAND)) {
      throw new IllegalStateException("This command brought its own input.");
    }
    return new PieceStream(control);
  }

  @Override
  public CommandResult await() {
    try {
      return result.get();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted; the command was killed.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new CompletionException(e.getCause());
    }
  }

  /// A command that was only just started may not be there yet when it is killed the first time.
  /// Whoever is told of its output cannot wait for its end, which comes after.
  @Override
  public void kill() {
    if (Thread.currentThread().equals(worker)) {
      control.kill();
      return;
    }
    for (int attempt = 0; attempt < KILLS; attempt++) {
      try {
        control.kill();
      } catch (SandboxFailure e) {
        if (e.code() == ErrorCode.SANDBOX_GONE) {
          return;
        }
        throw e;
      }
      if (endsSoon()) {
        return;
      }
    }
    throw new SandboxFailure(
        ErrorCode.SANDBOX_FAILED, "The command goes on although it was killed.");
  }

  private boolean endsSoon() {
    try {
      result.get(BETWEEN_KILLS.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /// Sends what was written when it is flushed, or as soon as there is much of it.
  private static final class PieceStream extends OutputStream {
    private final Control control;
    private final byte[] held = new byte[PIECE];
    private int size;
    private boolean closed;

    PieceStream(Control control) {
      this.control = control;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      for (int at = 0; at < length; ) {
        int part = Math.min(length - at, PIECE - size);
        System.arraycopy(bytes, offset + at, held, size, part);
        at += part;
        size += part;
        if (size == PIECE) {
          flush();
        }
      }
    }

    @Override
    public void flush() {
      if (size > 0) {
        control.send(Arrays.copyOf(held, size));
        size = 0;
      }
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        flush();
        control.endInput();
      }
    }
  }
}
