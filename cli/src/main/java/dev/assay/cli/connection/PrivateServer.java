package dev.assay.cli.connection;

import dev.assay.cli.terminal.Heartbeat;
import dev.assay.configuration.ServeOptions;
import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import dev.assay.home.PrivateLock;
import dev.assay.home.ServerFile;
import dev.assay.home.StartedWith;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A command's hold on the private server of a home. It uses a running server if the same build
/// started it with the same settings, else it starts one. A held server does not end by itself.
public final class PrivateServer implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
  private static final Duration OTHER_START_LIMIT = Duration.ofSeconds(90);

  /// The end of a private server's life.
  public enum Staying {
    /// The server waits some minutes for the next command.
    SOME_MINUTES,
    /// The server ends with the command that started it.
    WITH_COMMAND
  }

  private final PrivateLock lock;
  private final ServerFile file;
  private final Optional<ProcessHandle> ending;

  private PrivateServer(PrivateLock lock, ServerFile file, Optional<ProcessHandle> ending) {
    this.lock = lock;
    this.file = file;
    this.ending = ending;
  }

  /// Uses a running private server or starts one. If an ordinary server comes up meanwhile, it uses
  /// that.
  static PrivateServer open(Home home, Map<String, String> environment, Staying staying) {
    ServeOptions options =
        ServeOptions.ofPrivate(
            home, Path.of("").toAbsolutePath(), environment, ServerProcess.build());
    home.prepare();
    PrivateLock lock = PrivateLock.open(home);
    try (Heartbeat heartbeat = Heartbeat.begin("waiting for the private server")) {
      while (true) {
        try (PrivateLock.Held _ = lock.start()) {
          PrivateLock.Held using = lock.use(); // released when the lock's file is closed
          Optional<ServerFile> running = ServerFile.find(home);
          if (running.isEmpty()) {
            return start(lock, options, staying, heartbeat);
          }
          List<String> differences = differences(running.get(), options);
          if (differences.isEmpty()) {
            return new PrivateServer(lock, running.get(), Optional.empty());
          }
          using.close();
          if (replace(lock, home, running.get(), differences)) {
            continue;
          }
        }
        heartbeat.phase(
            "another command uses a private server with other settings on "
                + home.path()
                + "; waiting for it");
        pause();
      }
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /// Ends the private server of a home if one runs.
  public static Optional<ServerFile> end(Home home) {
    Optional<ServerFile> running = ServerFile.find(home).filter(ServerFile::isPrivate);
    if (running.isEmpty()) {
      return running;
    }
    try (PrivateLock lock = PrivateLock.open(home);
        PrivateLock.Held _ = lock.start()) {
      running = ServerFile.find(home).filter(ServerFile::isPrivate);
      running.flatMap(ServerFile::process).ifPresent(PrivateServer::end);
      return running;
    }
  }

  ServerFile file() {
    return file;
  }

  @Override
  public void close() {
    ending.ifPresent(PrivateServer::end);
    lock.close();
  }

  private static PrivateServer start(
      PrivateLock lock, ServeOptions options, Staying staying, Heartbeat heartbeat) {
    Home home = options.home();
    StartSettings.check(options);
    System.err.println("assay: no server runs on " + home.path() + "; starting a private one");
    try {
      ProcessHandle process = ServerProcess.start(options, staying, heartbeat);
      return new PrivateServer(
          lock,
          ServerFile.find(home).orElseThrow(),
          staying == Staying.WITH_COMMAND ? Optional.of(process) : Optional.empty());
    } catch (AssayException e) {
      if (e.code() != ErrorCode.SERVER_ALREADY_RUNNING) {
        throw e;
      }
      heartbeat.phase("waiting for a server that is starting on " + home.path());
      return new PrivateServer(lock, awaitOther(home, e), Optional.empty());
    }
  }

  /// Waits for the server that an `assay serve` is starting.
  private static ServerFile awaitOther(Home home, AssayException otherwise) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < OTHER_START_LIMIT.toNanos()) {
      Optional<ServerFile> other = ServerFile.find(home);
      if (other.isPresent()) {
        return other.get();
      }
      pause();
    }
    throw otherwise;
  }

  /// Lists the differences between the running server and the options. An ordinary server is used
  /// as it is, so it has none.
  private static List<String> differences(ServerFile running, ServeOptions options) {
    return running
        .startedWith()
        .map(
            was -> {
              StartedWith now = StartSettings.startedWith(options, running.token());
              return was.differences(now);
            })
        .orElse(List.of());
  }

  /// Ends a private server with other settings, unless another command uses it.
  private static boolean replace(
      PrivateLock lock, Home home, ServerFile running, List<String> differences) {
    Optional<PrivateLock.Held> alone = lock.alone();
    if (alone.isEmpty()) {
      return false;
    }
    try (PrivateLock.Held _ = alone.get()) {
      System.err.println(
          "assay: the private server on %s was started with other settings (%s); starting it anew"
              .formatted(home.path(), String.join(", ", differences)));
      running.process().ifPresent(PrivateServer::end);
      return true;
    }
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      System.err.println("assay: process " + process.pid() + " does not stop; ending it by force");
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.SERVER_UNREACHABLE, "Interrupted.", e);
    }
  }
}
