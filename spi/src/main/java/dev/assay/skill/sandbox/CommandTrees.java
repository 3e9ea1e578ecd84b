package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Transfers trees by commands: `tar` inside reads them from its input and writes them to its
/// output.
final class CommandTrees {
  static final Duration TIME = Duration.ofMinutes(10);
  private static final int NOT_FOUND = 2;

  private final Sandbox sandbox;

  CommandTrees(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  void put(InputStream tar, String folder) {
    CommandResult result =
        sandbox.run(
            script("mkdir -p -- \"$1\" && exec tar -C \"$1\" --no-same-owner -xf -", folder)
                .withInput(() -> tar));
    if (!result.succeeded()) {
      throw refused(folder, result.stderr().text().strip());
    }
  }

  void get(String folder, OutputStream tar) {
    Drain drain = new Drain(tar);
    RunningCommand running =
        sandbox.start(
            script(
                "[ -d \"$1\" ] || exit %d; exec tar -C \"$1\" --hard-dereference -cf - ."
                    .formatted(NOT_FOUND),
                folder),
            drain);
    drain.stops(running);
    CommandResult result = running.await();
    drain.failure().ifPresent(CommandTrees::raise);
    if (result.outcome().equals(new Outcome.Exited(NOT_FOUND))) {
      throw new AssayException(
          ErrorCode.SANDBOX_FILE_NOT_FOUND,
          "There is no folder " + folder + " in the sandbox.",
          Map.of("path", folder));
    }
    if (!(result.outcome() instanceof Outcome.Exited(int code))) {
      throw new FileWorkEnded(folder, result.outcome());
    }
    if (code > 1) { // 1: it changed
      throw refused(folder, result.outcome() + " " + result.stderr().text().strip());
    }
  }

  static Command script(String lines, String... arguments) {
    String[] words = new String[arguments.length + 4];
    words[0] = "/bin/sh";
    words[1] = "-c";
    words[2] = lines;
    words[3] = "sh";
    System.arraycopy(arguments, 0, words, 4, arguments.length);
    return Command.of(words)
        .in("/")
        .withVariable("LC_ALL", "C")
        .withTimeout(TIME)
        .withOutputLimit(4096);
  }

  static AssayException refused(String path, String why) {
    return new AssayException(
        ErrorCode.SANDBOX_FILE_REFUSED,
        "The sandbox refuses " + path + ": " + why + ".",
        Map.of("path", path));
  }

  private static void raise(RuntimeException failure) {
    throw failure;
  }

  /// Passes output on, and ends the command if the receiver refuses more.
  private static final class Drain implements OutputListener {
    private final OutputStream target;
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable RunningCommand> running = new AtomicReference<>();

    Drain(OutputStream target) {
      this.target = target;
    }

    void stops(RunningCommand command) {
      running.set(command);
      if (failure.get() != null) {
        command.kill();
      }
    }

    Optional<RuntimeException> failure() {
      return Optional.ofNullable(failure.get());
    }

    @Override
    public void stdout(byte[] bytes) {
      if (failure.get() != null) {
        return;
      }
      try {
        target.write(bytes);
      } catch (IOException e) {
        stop(new UncheckedIOException(e));
      } catch (RuntimeException e) {
        stop(e);
      }
    }

    private void stop(RuntimeException reason) {
      failure.set(reason);
      RunningCommand command = running.get();
      if (command != null) {
        command.kill();
      }
    }

    @Override
    public void stderr(byte[] bytes) {}
  }
}
