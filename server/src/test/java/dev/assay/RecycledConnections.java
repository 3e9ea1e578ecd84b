package dev.assay;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import org.postgresql.ds.PGConnectionPoolDataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/// Reuses connections to a database, because opening one with its password takes longer than most
/// statements. All databases of a process share a few idle connections.
final class RecycledConnections extends AbstractDataSource {
  private static final int MOST_IDLE = 12;
  private static final String TOO_MANY = "53300";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Deque<Idle> IDLE = new ArrayDeque<>();

  private record Idle(RecycledConnections owner, PooledConnection connection) {}

  private final PGConnectionPoolDataSource database = new PGConnectionPoolDataSource();

  RecycledConnections(String url, String user, String password) {
    database.setUrl(url);
    database.setUser(user);
    database.setPassword(password);
  }

  @Override
  public Connection getConnection() throws SQLException {
    for (PooledConnection idle = take(); idle != null; idle = take()) {
      Connection connection = idle.getConnection();
      if (connection.isValid(1)) {
        return connection;
      }
      idle.close();
    }
    PooledConnection fresh = open();
    fresh.addConnectionEventListener(new Returned());
    return fresh.getConnection();
  }

  /// Opens a connection. Many tests with many threads share one PostgreSQL. If it is at its limit,
  /// idle connections are closed, and the caller waits for another one.
  private PooledConnection open() throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return database.getPooledConnection();
      } catch (SQLException e) {
        if (!TOO_MANY.equals(e.getSQLState()) || System.nanoTime() > end) {
          throw e;
        }
        closeIdle();
      }
    }
  }

  private static void closeIdle() throws SQLException {
    List<Idle> all;
    synchronized (IDLE) {
      try {
        IDLE.wait(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException(e);
      }
      all = List.copyOf(IDLE);
      IDLE.clear();
    }
    all.forEach(idle -> close(idle.connection()));
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLException("Only as the user it was made for.");
  }

  private PooledConnection take() {
    synchronized (IDLE) {
      for (Idle idle : IDLE) {
        if (idle.owner() == this) {
          IDLE.remove(idle);
          return idle.connection();
        }
      }
      return null;
    }
  }

  /// Keeps a connection and closes the longest idle one if there are too many.
  private void keep(PooledConnection connection) {
    Idle oldest = null;
    synchronized (IDLE) {
      IDLE.addFirst(new Idle(this, connection));
      IDLE.notifyAll();
      if (IDLE.size() > MOST_IDLE) {
        oldest = IDLE.removeLast();
      }
    }
    if (oldest != null) {
      close(oldest.connection());
    }
  }

  private static void close(PooledConnection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // it can no longer be used
    }
  }

  private final class Returned implements ConnectionEventListener {
    @Override
    public void connectionClosed(ConnectionEvent event) {
      keep((PooledConnection) event.getSource());
    }

    @Override
    public void connectionErrorOccurred(ConnectionEvent event) {
      // the next user sees that it is not valid
    }
  }
}
