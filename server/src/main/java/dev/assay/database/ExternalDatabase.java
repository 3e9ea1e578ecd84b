package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A PostgreSQL that the operator runs.
public final class ExternalDatabase {
  private static final Logger log = LoggerFactory.getLogger(ExternalDatabase.class);
  private static final int OLDEST_MAJOR_VERSION = 15;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private ExternalDatabase() {}

  /// Waits until the database answers. A wrong password or name is reported at once: waiting helps
  /// only a database that is still starting.
  public static void await(DatabaseAddress address, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      SQLException failure = tryOnce(address);
      if (failure == null) {
        return;
      }
      if (!worthWaiting(failure) || System.nanoTime() > deadline) {
        throw new AssayException(
            ErrorCode.DATABASE_UNAVAILABLE,
            "The database "
                + address.url()
                + " cannot be used as \""
                + address.user()
                + "\": "
                + failure.getMessage()
                + " Check assay.database.url, .user and .password, and that it runs.",
            failure);
      }
      log.warn("Waiting for the database {}: {}", address.url(), failure.getMessage());
      pause();
    }
  }

  private static @Nullable SQLException tryOnce(DatabaseAddress address) {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    properties.setProperty("password", address.password().reveal());
    properties.setProperty("connectTimeout", "5");
    try (Connection connection = DriverManager.getConnection(address.url(), properties);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show server_version_num")) {
      row.next();
      requireRecent(address, row.getInt(1) / 10_000);
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  private static void requireRecent(DatabaseAddress address, int major) {
    if (major < OLDEST_MAJOR_VERSION) {
      throw new AssayException(
          ErrorCode.DATABASE_INCOMPATIBLE,
          "%s is PostgreSQL %d; Assay needs %d or newer."
              .formatted(address.url(), major, OLDEST_MAJOR_VERSION));
    }
  }

  /// Says whether a wait may help. Class 08: no connection; 57P03: still starting.
  private static boolean worthWaiting(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("08") || state.equals("57P03");
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(
          ErrorCode.DATABASE_UNAVAILABLE, "Interrupted while waiting for the database.", e);
    }
  }
}
