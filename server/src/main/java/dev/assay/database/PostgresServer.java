package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Sets up, starts and stops PostgreSQL in a folder. It runs in a session of its own, so that
/// Ctrl-C does not end it before the processes that still write to it.
final class PostgresServer {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 15;
  private static final int PORTS_TRIED = 3;
  private static final String PORT_TAKEN = "Address already in use";
  private static final String NO_ROOM = "No space left on device";
  private static final String OPTIONS =
      " -c fsync=on -c synchronous_commit=on -c listen_addresses=127.0.0.1"
          + " -c unix_socket_directories='' -c max_connections=60";

  private final DatabaseFolder folder;
  private final PostgresPrograms programs;

  PostgresServer(DatabaseFolder folder, PostgresPrograms programs) {
    this.folder = folder;
    this.programs = programs;
  }

  /// Makes an empty database unless there is one.
  void setUp() {
    if (folder.isSetUp()) {
      return;
    }
    List<String> words =
        List.of(
            "-D",
            folder.data().toString(),
            "-U",
            "postgres",
            "--encoding=UTF-8",
            "--locale=C.UTF-8",
            "--auth=scram-sha-256",
            // The password is random: more rounds would only make each connection slower.
            "--set=scram_iterations=1",
            "--pwfile=" + folder.passwordFile());
    if (!end(begin("initdb", words), START_LIMIT.plus(START_LIMIT))) {
      throw failed("could not be set up", null);
    }
  }

  /// Starts it on a free port and returns the port.
  int start() {
    for (int tries = 1; ; tries++) {
      int port = freePort();
      if (start(port)) {
        return port;
      }
      if (tries == PORTS_TRIED || !folder.endOfLog().contains(PORT_TAKEN)) {
        throw failed("did not start", null);
      }
    }
  }

  /// Starts it on that port.
  void startAgain(int port) {
    if (!start(port)) {
      throw failed("did not start", null);
    }
  }

  private boolean start(int port) {
    Process starter =
        begin(
            "pg_ctl",
            List.of(
                "start",
                "-D",
                folder.data().toString(),
                "-w",
                "-t",
                Long.toString(START_LIMIT.toSeconds()),
                "-o",
                "-p " + port + OPTIONS));
    try {
      // It polls ten times a second; we poll more often.
      while (!starter.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        if (folder.isReady()) {
          return true;
        }
      }
      return starter.exitValue() == 0 && folder.isReady();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("was interrupted while it started", e);
    }
  }

  /// Says whether the running one accepts clients, now or soon; false if it ends meanwhile.
  boolean becomesReady() {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (folder.running().isPresent() && System.nanoTime() < deadline) {
      if (folder.isReady()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_MILLIS * 1_000_000);
    }
    return false;
  }

  /// Stops it; returns false if it still runs.
  boolean stop() {
    return end(
        begin(
            "pg_ctl",
            List.of(
                "stop",
                "-D",
                folder.data().toString(),
                "-m",
                "fast",
                "-w",
                "-t",
                Long.toString(STOP_LIMIT.toSeconds()))),
        STOP_LIMIT.plus(STOP_LIMIT));
  }

  private Process begin(String program, List<String> words) {
    try {
      Process process =
          programs
              .command(program, words)
              .redirectOutput(Redirect.appendTo(folder.logFile().toFile()))
              .start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw failed("did not start", e);
    }
  }

  private static boolean end(Process process, Duration patience) {
    try {
      if (process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return false;
  }

  private AssayException failed(String what, @Nullable Exception cause) {
    boolean full = folder.endOfLog().contains(NO_ROOM);
    return new AssayException(
        full ? ErrorCode.HOME_UNUSABLE : ErrorCode.DATABASE_UNAVAILABLE,
        "The embedded database in %s %s%s Its log %s ends with:%n%s"
            .formatted(
                folder.path(),
                what,
                full ? ": its disk is full. Make room and start again." : ".",
                folder.logFile(),
                folder.endOfLog()),
        cause);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.DATABASE_UNAVAILABLE,
          "The embedded database needs a free port on the loopback address: " + e.getMessage(),
          e);
    }
  }
}
