package dev.assay.sandbox.agent;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capture;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// A command of the agent's, from its start to its result.
public final class Job implements RunningCommand {
  /// The time that an agent may stay silent after a command's timeout.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// Decides the outcome of a command that did not exit with 0: the sandbox may know of a limit it
  /// ran into.
  public interface Judge {
    Outcome judge(Outcome seen);
  }

  private final Command command;
  private final Channel channel;
  private final OutputListener listener;
  private final Capture stdout;
  private final Capture stderr;
  private final CompletableFuture<CommandResult> result = new CompletableFuture<>();
  private final long started = System.nanoTime();
  private volatile @Nullable Limit exceeded;

  public Job(Command command, Channel channel, OutputListener listener) {
    this.command = command;
    this.channel = channel;
    this.listener = listener;
    this.stdout = new Capture(command.outputLimit());
    this.stderr = new Capture(command.outputLimit());
  }

  /// Follows the command to its end on the calling thread.
  public void follow(Judge judge) {
    try {
      long deadline = started + command.timeout().plus(PATIENCE).toNanos();
      while (true) {
        Channel.Message message = channel.take(millisUntil(deadline));
        if (message == null) {
          throw new SandboxFailure(
              ErrorCode.SANDBOX_FAILED, "The sandbox no longer answers; destroy it.");
        }
        switch (message.kind()) {
          case 'O' -> {
            stdout.add(message.payload().array());
            listener.stdout(message.payload().array());
          }
          case 'E' -> {
            stderr.add(message.payload().array());
            listener.stderr(message.payload().array());
          }
          case 'Z' -> {
            result.complete(conclude(message.payload().buffer(), judge));
            return;
          }
          default ->
              throw new SandboxFailure(
                  ErrorCode.SANDBOX_GONE, "The sandbox ended while a command ran in it.");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      channel.kill();
      result.completeExceptionally(
          new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted; the command was killed.", e));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
      killIfThere(); // the listener is gone
    } finally {
      channel.forget();
    }
  }

  private void killIfThere() {
    try {
      channel.kill();
    } catch (SandboxFailure e) {
      if (e.code() != ErrorCode.SANDBOX_GONE) {
        throw e;
      }
    }
  }

  /// Kills the command because the sandbox ran into a limit.
  public void stop(Limit limit) {
    exceeded = limit;
    channel.kill();
  }

  /// Sends the command's own input until it ends or the command stops reading.
  public void feed() {
    try (InputStream from = command.input().open();
        OutputStream to = channel.output()) {
      from.transferTo(to);
    } catch (IOException | AssayException e) {
      return; // the command has stopped reading, or its caller learns why there is no more to read
    }
  }

  @Override
  public OutputStream stdin() {
    if (!command.input().equals(Command.BY_HAND)) {
      throw new IllegalStateException("This command brought its own input.");
    }
    return channel.output();
  }

  @Override
  public CommandResult await() {
    try {
      return result.get();
    } catch (InterruptedException e) {
      channel.kill();
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted; the command was killed.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new CompletionException(e.getCause());
    }
  }

  @Override
  public void kill() {
    channel.kill();
  }

  private CommandResult conclude(ByteBuffer end, Judge judge) {
    Outcome seen = outcome(end, command);
    long userMicros = end.getLong();
    long systemMicros = end.getLong();
    long residentKib = end.getLong();
    boolean left = end.get() != 0;
    Limit limit = exceeded;
    return new CommandResult(
        limit != null ? new Outcome.LimitExceeded(limit) : judge.judge(seen),
        stdout.output(),
        stderr.output(),
        Duration.ofNanos(System.nanoTime() - started),
        Duration.ofNanos((userMicros + systemMicros) * 1000),
        residentKib * 1024,
        left);
  }

  /// The agent's report of the end of a command.
  static Outcome outcome(ByteBuffer end, Command command) {
    char verdict = (char) end.get();
    int value = end.getInt();
    return switch (verdict) {
      case 'e' -> new Outcome.Exited(value);
      case 's', 'l' -> new Outcome.Signalled(verdict == 'l' ? 9 : value);
      case 'n', 'f' -> AgentRefusal.outcome(verdict, value, command.words().getFirst());
      case 't' -> new Outcome.TimedOut(command.timeout());
      default -> new Outcome.Killed();
    };
  }

  private static long millisUntil(long deadline) {
    return Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
  }
}
