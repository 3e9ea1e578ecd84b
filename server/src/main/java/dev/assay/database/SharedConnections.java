package dev.assay.database;

import dev.assay.skill.WorkKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/// A pool of connections with an admission control. Every kind of work gets its share. A request
/// that waits too long is refused because the server is busy, which differs from a database that
/// does not answer.
public final class SharedConnections extends DelegatingDataSource {
  /// PostgreSQL's code for too many connections.
  private static final String TOO_MANY = "53300";

  private final ConnectionShares shares;
  private final Duration patience;

  /// @param pool a pool with exactly the shared number of connections
  /// @param patience the longest wait of a request
  public SharedConnections(DataSource pool, ConnectionShares shares, Duration patience) {
    super(pool);
    this.shares = shares;
    this.patience = patience;
  }

  /// The longest wait of a kind of work. People leave and programs retry, but work that the server
  /// began must be finished.
  private Duration patience(WorkKind kind) {
    return switch (kind) {
      case SIGN_IN, API -> patience;
      case CHAT -> patience.multipliedBy(2);
      case BACKGROUND -> patience.multipliedBy(6);
    };
  }

  @Override
  public Connection getConnection() throws SQLException {
    WorkKind kind = WorkKind.current();
    Duration patience = patience(kind);
    admit(kind, patience);
    boolean taken = false;
    try {
      Connection connection = guarded(obtainTargetDataSource().getConnection(), kind);
      taken = true;
      return connection;
    } finally {
      if (!taken) {
        shares.release(kind);
      }
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLException("Only as the user the pool was made for.");
  }

  private void admit(WorkKind kind, Duration patience) throws SQLException {
    try {
      if (!shares.acquire(kind, patience)) {
        throw new SQLTransientConnectionException(
            "No connection became free in %d s: the server has too much of this work at once (%s)."
                .formatted(patience.toSeconds(), kind),
            TOO_MANY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("Interrupted while waiting for a connection.", e);
    }
  }

  /// A connection whose close releases its share, once.
  private Connection guarded(Connection connection, WorkKind kind) {
    AtomicBoolean open = new AtomicBoolean(true);
    return (Connection)
        Proxy.newProxyInstance(
            SharedConnections.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              } finally {
                if (method.getName().equals("close") && open.compareAndSet(true, false)) {
                  shares.release(kind);
                }
              }
            });
  }
}
