package dev.assay.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Receives the notifications of other servers (`NOTIFY`), over one connection of its own that is
/// opened again whenever it is lost.
public final class Notifications implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Notifications.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(20);
  private static final int PROBE_SECONDS = 5;

  /// Receives notifications, on one thread.
  public interface Receiver {
    /// Announces that no notification is missed from now on. Earlier ones may have been missed.
    void connected();

    /// Announces that notifications are missed from now on.
    void lost();

    void received(String payload);
  }

  private final DatabaseAddress address;
  private final String channel;
  private final Receiver receiver;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Connection connection;

  /// @param channel one word
  public Notifications(DatabaseAddress address, String channel, Receiver receiver) {
    this.address = address;
    this.channel = channel;
    this.receiver = receiver;
    Thread.ofPlatform().daemon().name("notifications").start(this::receive);
  }

  private void receive() {
    boolean reported = false;
    while (closed.getCount() > 0) {
      try (Connection fresh = open()) {
        connection = fresh;
        receiver.connected();
        reported = false;
        listen(fresh);
      } catch (SQLException e) {
        if (closed.getCount() > 0 && !reported) {
          reported = true;
          log.warn(
              "Lost the connection for notifications; viewers of events wait a little longer until"
                  + " it is back: {}",
              e.getMessage());
        }
      } finally {
        connection = null;
        receiver.lost();
      }
      pause();
    }
  }

  private Connection open() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    properties.setProperty("password", address.password().reveal());
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "assay notifications");
    Connection fresh = DriverManager.getConnection(address.url(), properties);
    try (Statement statement = fresh.createStatement()) {
      statement.execute("listen " + channel);
    } catch (SQLException e) {
      fresh.close();
      throw e;
    }
    return fresh;
  }

  private void listen(Connection fresh) throws SQLException {
    PGConnection postgres = fresh.unwrap(PGConnection.class);
    while (closed.getCount() > 0) {
      PGNotification[] news = postgres.getNotifications((int) LONGEST_SILENCE.toMillis());
      if (news == null || news.length == 0) {
        probe(fresh);
        continue;
      }
      for (PGNotification each : news) {
        receiver.received(each.getParameter());
      }
    }
  }

  /// Tests a silent connection, whose other end may be gone without a message.
  private static void probe(Connection fresh) throws SQLException {
    if (!fresh.isValid(PROBE_SECONDS)) {
      throw new SQLException("The database did not answer in " + PROBE_SECONDS + " s.");
    }
  }

  private void pause() {
    try {
      boolean _ = closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    Connection open = connection;
    if (open != null) {
      try {
        open.abort(Runnable::run); // close() would wait for the listening thread
      } catch (SQLException e) {
        log.debug("The connection for notifications was gone already", e);
      }
    }
  }
}
