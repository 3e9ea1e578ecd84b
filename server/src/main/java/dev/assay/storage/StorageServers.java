package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The servers of one database. They must make sandboxes from the same base, or an image that one
/// of them has tested would be a different one on another.
public final class StorageServers {
  private static final Duration ALIVE = Duration.ofSeconds(40);

  private final JdbcClient jdbc;
  private final Clock clock;
  private final String own;
  private volatile @Nullable Sandboxes entered;

  /// @param own the name of this server, the same after a restart
  public StorageServers(JdbcClient jdbc, Clock clock, String own) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.own = own;
  }

  /// The base of a server's sandboxes.
  ///
  /// @param from the engine with its place and base
  public record Sandboxes(String from, Portability portability) {}

  /// The servers that can have the same base.
  public enum Portability {
    SAME_EVERYWHERE,
    /// The programs of one machine.
    OF_ONE_MACHINE
  }

  private record Other(String name, String sandboxes) {}

  /// Registers this server.
  ///
  /// @throws AssayException with `CONFIGURATION_INVALID` if its sandboxes differ from those of the
  ///   living servers
  public void enter(Sandboxes sandboxes) {
    for (Other other : others()) {
      if (sandboxes.portability() == Portability.OF_ONE_MACHINE) {
        throw refused(
            "This server makes sandboxes from %s, the programs of its own machine, and the server %s is on the same database."
                .formatted(sandboxes.from(), other.name()));
      }
      if (!other.sandboxes().equals(sandboxes.from())) {
        throw refused(
            "This server makes sandboxes from %s, and the server %s on the same database from %s."
                .formatted(sandboxes.from(), other.name(), other.sandboxes()));
      }
    }
    entered = sandboxes;
    note();
  }

  /// Writes the heartbeat of a registered server. It must be called every few seconds.
  public void note() {
    Sandboxes sandboxes = entered;
    if (sandboxes == null) {
      return;
    }
    jdbc.sql(
            """
            insert into storage_server (name, sandboxes, seen_at) values (?, ?, ?)
            on conflict (name) do update
              set sandboxes = excluded.sandboxes, seen_at = excluded.seen_at
            """)
        .params(own, sandboxes.from(), now())
        .update();
    jdbc.sql("delete from storage_server where seen_at < ?")
        .param(now().minus(ALIVE.multipliedBy(10)))
        .update();
  }

  public void leave() {
    jdbc.sql("delete from storage_server where name = ?").param(own).update();
  }

  private List<Other> others() {
    return jdbc.sql(
            "select name, sandboxes from storage_server where name <> ? and seen_at > ? order by name")
        .params(own, now().minus(ALIVE))
        .query((row, number) -> new Other(row.getString(1), row.getString(2)))
        .list();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static AssayException refused(String what) {
    return new AssayException(
        ErrorCode.CONFIGURATION_INVALID,
        what
            + " What is proved on one would not be proved on the other. Set assay.sandbox.base to"
            + " debian or to a base of your own, alike on every server; or stop the other server and"
            + " wait %d seconds.".formatted(ALIVE.toSeconds()));
  }
}
