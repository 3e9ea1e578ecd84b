package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The PostgreSQL that Assay brings along, with the durability of a real one: it flushes what it
/// commits, asks for a password and listens on the loopback address only.
///
/// If a server was killed, its PostgreSQL may still run: the next start adopts it. If PostgreSQL
/// dies while the server lives, it is started again on the same port.
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration RESTART_PAUSE = Duration.ofSeconds(2);

  private final DatabaseFolder folder;
  private final Secret password;
  private final int port;
  private final CountDownLatch closing = new CountDownLatch(1);
  private EmbeddedPostgres postgres;

  private EmbeddedDatabase(DatabaseFolder folder, Secret password, EmbeddedPostgres postgres) {
    this.folder = folder;
    this.password = password;
    this.postgres = postgres;
    this.port = postgres.getPort();
  }

  /// Starts or adopts the database in this folder, which is created if it is not there.
  public static EmbeddedDatabase start(Path path) {
    RunningUser.requireOneThatPostgresAccepts();
    DatabaseFolder folder = new DatabaseFolder(path);
    Secret password = folder.prepare();
    EmbeddedPostgres postgres = launch(folder, password, folder.portOfRunning().orElse(0));
    folder.markReady();
    EmbeddedDatabase database = new EmbeddedDatabase(folder, password, postgres);
    Thread.ofVirtual().name("database-guard").start(database::guard);
    return database;
  }

  public DatabaseAddress address() {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", password);
  }

  @Override
  public synchronized void close() {
    closing.countDown();
    stop();
    folder
        .running()
        .ifPresent(
            left -> log.warn("PostgreSQL {} did not stop; the next start adopts it", left.pid()));
  }

  private void stop() {
    try {
      postgres.close();
    } catch (IOException e) {
      log.warn("Stopping the embedded database: {}", e.getMessage());
    }
  }

  private static EmbeddedPostgres launch(DatabaseFolder folder, Secret password, int port) {
    try {
      return EmbeddedPostgres.builder()
          .setOverrideWorkingDirectory(folder.programs().toFile())
          .setDataDirectory(folder.data())
          .setCleanDataDirectory(false)
          .setRegisterShutdownHook(false)
          .setPort(port)
          .setLocaleConfig("pwfile", folder.passwordFile().toString())
          .setLocaleConfig("auth", "scram-sha-256")
          .setLocaleConfig("locale", "C.UTF-8")
          .setServerConfig("fsync", "on")
          .setServerConfig("synchronous_commit", "on")
          .setServerConfig("listen_addresses", "127.0.0.1")
          .setServerConfig("unix_socket_directories", "''")
          .setServerConfig("max_connections", "60")
          .setConnectConfig("password", password.reveal())
          .setOutputRedirector(Redirect.appendTo(folder.logFile().toFile()))
          .setPGStartupWait(START_LIMIT)
          .start();
    } catch (IOException | IllegalStateException e) {
      throw new AssayException(
          ErrorCode.DATABASE_UNAVAILABLE,
          "The embedded database in "
              + folder.path()
              + " did not start. Its log "
              + folder.logFile()
              + " ends with:\n"
              + folder.endOfLog(),
          e);
    }
  }

  /// Starts PostgreSQL again whenever it ends before we do.
  private void guard() {
    try {
      while (closing.getCount() > 0) {
        Optional<ProcessHandle> process = folder.running();
        if (process.isPresent()) {
          process.get().onExit().join();
        } else if (closing.getCount() > 0) {
          restart();
          if (closing.await(RESTART_PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void restart() {
    if (closing.getCount() == 0) {
      return;
    }
    log.warn("The embedded database stopped by itself; starting it again on port {}", port);
    stop(); // gives back what the dead one held
    try {
      postgres = launch(folder, password, port);
      log.info("The embedded database runs again");
    } catch (AssayException e) {
      log.error("The embedded database cannot be started: {}", LoggedFailure.of(e).line());
    }
  }
}
