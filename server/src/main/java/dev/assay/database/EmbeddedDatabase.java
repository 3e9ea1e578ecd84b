package dev.assay.database;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.Secret;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The PostgreSQL that Assay brings along, with the durability of a real one: it flushes its
/// commits, asks for a password and listens on the loopback address only.
///
/// If a server was killed, its PostgreSQL may still run: the next start adopts it. If PostgreSQL
/// dies while the server lives, it is started again on the same port.
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final Duration LOG_LOOK = Duration.ofMinutes(1);
  private static final Duration RESTART_PAUSE = Duration.ofSeconds(2);
  private static final String USER = "postgres";

  /// The programs that this process unpacked or found first. Another home in the same process uses
  /// them, too.
  private static volatile Optional<PostgresPrograms> known = Optional.empty();

  private final DatabaseFolder folder;
  private final Secret password;
  private final PostgresServer postgres;
  private final int port;
  private final CountDownLatch closing = new CountDownLatch(1);

  private EmbeddedDatabase(
      DatabaseFolder folder, Secret password, PostgresServer postgres, int port) {
    this.folder = folder;
    this.password = password;
    this.postgres = postgres;
    this.port = port;
  }

  /// The reason why it cannot run on this machine as this user, with advice. Starts and writes
  /// nothing.
  public static Optional<String> findObstacle() {
    Optional<Architecture> own = Architecture.findOwn();
    Optional<String> obstacle =
        own.isEmpty()
            ? Optional.of(Architecture.unknown().replaceFirst("\\.$", ""))
            : PostgresArchive.of(own.get()).findObstacle().or(RunningUser::findObstacle);
    return obstacle.map(
        reason -> reason + ", or set assay.database.url to a PostgreSQL of your own.");
  }

  /// Starts or adopts the database in this folder, which is created if it is not there.
  public static EmbeddedDatabase start(Path path) {
    findObstacle()
        .ifPresent(
            obstacle -> {
              throw new AssayException(
                  ErrorCode.DATABASE_UNAVAILABLE,
                  "The embedded database cannot start. " + obstacle);
            });
    DatabaseFolder folder = new DatabaseFolder(path);
    Secret password = folder.prepare();
    folder.rotateLog();
    PostgresPrograms programs =
        known
            .filter(PostgresPrograms::areThere)
            .orElseGet(
                () ->
                    PostgresPrograms.ensure(
                        PostgresArchive.of(Architecture.own()), folder.programs()));
    known = Optional.of(programs);
    PostgresServer postgres = new PostgresServer(folder, programs);
    int port =
        folder
            .portOfRunning()
            .filter(running -> postgres.becomesReady())
            .orElseGet(() -> startNew(postgres, programs));
    EmbeddedDatabase database = new EmbeddedDatabase(folder, password, postgres, port);
    database.requireEntry();
    folder.markReady();
    Thread.ofVirtual().name("database-guard").start(database::guard);
    Thread.ofVirtual().name("database-log").start(database::rotateLog);
    return database;
  }

  /// The address of the database that runs in this folder, whichever process started it.
  public static Optional<DatabaseAddress> findRunning(Path path) {
    DatabaseFolder folder = new DatabaseFolder(path);
    return folder
        .portOfRunning()
        .flatMap(port -> folder.findPassword().map(password -> address(port, password)));
  }

  private static int startNew(PostgresServer postgres, PostgresPrograms programs) {
    programs.removeOthers();
    postgres.setUp();
    return postgres.start();
  }

  public DatabaseAddress address() {
    return address(port, password);
  }

  private static DatabaseAddress address(int port, Secret password) {
    return new DatabaseAddress("jdbc:postgresql://127.0.0.1:" + port + "/postgres", USER, password);
  }

  /// Checks that the password opens the database. The data may belong to another user, or be older
  /// than the password.
  private void requireEntry() {
    try {
      DriverManager.getConnection(address().url(), USER, password.reveal()).close();
    } catch (SQLException e) {
      throw new AssayException(
          ErrorCode.DATABASE_UNAVAILABLE,
          "The embedded database in %s runs, but does not let Assay in: %s Restore %s from a backup."
              .formatted(folder.path(), e.getMessage(), folder.passwordFile()),
          e);
    }
  }

  @Override
  public synchronized void close() {
    closing.countDown();
    if (!postgres.stop()) {
      folder
          .running()
          .ifPresent(
              left -> log.warn("PostgreSQL {} did not stop; the next start adopts it", left.pid()));
    }
  }

  /// Restarts PostgreSQL whenever it ends before this process.
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

  private void rotateLog() {
    try {
      while (!closing.await(LOG_LOOK.toSeconds(), TimeUnit.SECONDS)) {
        try {
          folder.rotateLog();
        } catch (UncheckedIOException e) {
          log.warn("The log of the embedded database could not be put aside: {}", e.getMessage());
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
    try {
      postgres.startAgain(port);
      log.info("The embedded database runs again");
    } catch (AssayException e) {
      log.error("The embedded database cannot be started: {}", LoggedFailure.of(e).line());
    }
  }
}
