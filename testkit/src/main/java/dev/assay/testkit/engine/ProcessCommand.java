package dev.assay.testkit.engine;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capture;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A command that is a process of this machine.
final class ProcessCommand implements RunningCommand {
  private final Command command;
  private final OutputListener listener;
  private final BooleanSupplier gone;
  private final Consumer<ProcessCommand> done;
  private final Capture stdout;
  private final Capture stderr;
  private final long began = System.nanoTime();
  private final CompletableFuture<CommandResult> result = new CompletableFuture<>();
  private volatile @Nullable Outcome forced;
  private volatile @Nullable Process process;

  ProcessCommand(
      Command command,
      OutputListener listener,
      BooleanSupplier gone,
      Consumer<ProcessCommand> done) {
    this.command = command;
    this.listener = listener;
    this.gone = gone;
    this.done = done;
    this.stdout = new Capture(command.outputLimit());
    this.stderr = new Capture(command.outputLimit());
  }

  /// Starts and follows the process on the same thread, because the process dies with the thread
  /// that started it.
  void begin(ProcessBuilder builder) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("bwrap").start(() -> run(builder, begun));
    begun.join();
  }

  private void run(ProcessBuilder builder, CompletableFuture<Void> begun) {
    Process started;
    try {
      started = builder.start();
    } catch (IOException e) {
      finish(new Outcome.NotFound(command.words().getFirst(), String.valueOf(e.getMessage())));
      begun.complete(null);
      return;
    }
    process = started;
    begun.complete(null);
    Thread out = pump(started.getInputStream(), stdout, listener::stdout);
    Thread err = pump(started.getErrorStream(), stderr, listener::stderr);
    if (!command.input().equals(Command.BY_HAND)) {
      Thread.ofVirtual().start(() -> feed(started.getOutputStream()));
    }
    follow(started, out, err);
  }

  private void follow(Process started, Thread out, Thread err) {
    try {
      if (!started.waitFor(command.timeout())) {
        forced = new Outcome.TimedOut(command.timeout());
        end(started);
      }
      int code = started.waitFor();
      out.join();
      err.join();
      Outcome own = forced;
      boolean missing = stderr.output().text().startsWith("bwrap: execvp ");
      finish(
          own != null
              ? own
              : missing
                  ? new Outcome.NotFound(command.words().getFirst(), stderr.output().text())
                  : new Outcome.Exited(code));
    } catch (InterruptedException e) {
      result.completeExceptionally(e);
    }
  }

  private void finish(Outcome outcome) {
    done.accept(this);
    if (gone.getAsBoolean()) {
      result.completeExceptionally(BubblewrapSandbox.gone());
      return;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    result.complete(
        new CommandResult(outcome, stdout.output(), stderr.output(), took, null, null, false));
  }

  /// Kills the first process inside, which ends all others.
  private static void end(Process started) {
    started.descendants().forEach(ProcessHandle::destroyForcibly);
    Process _ = started.destroyForcibly();
  }

  private static Thread pump(InputStream from, Capture capture, Consumer<byte[]> listener) {
    return Thread.ofVirtual()
        .start(
            () -> {
              byte[] bytes = new byte[64 * 1024];
              try (from) {
                for (int size = from.read(bytes); size >= 0; size = from.read(bytes)) {
                  byte[] piece = java.util.Arrays.copyOf(bytes, size);
                  capture.add(piece);
                  listener.accept(piece);
                }
              } catch (IOException e) {
                return; // it was killed
              }
            });
  }

  private void feed(OutputStream stdin) {
    try (stdin;
        InputStream input = command.input().open()) {
      input.transferTo(stdin);
    } catch (IOException e) {
      return; // the process does not read it
    }
  }

  @Override
  public OutputStream stdin() {
    Process started = process;
    return started == null ? OutputStream.nullOutputStream() : started.getOutputStream();
  }

  @Override
  public CommandResult await() {
    try {
      return result.get();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SandboxFailure failure) {
        throw failure;
      }
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The command failed: " + e, e);
    }
  }

  @Override
  public void kill() {
    Process started = process;
    if (started != null && started.isAlive()) {
      forced = new Outcome.Killed();
      end(started);
    }
  }
}
