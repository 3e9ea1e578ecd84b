package dev.assay.sandbox;

import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Leases in the database, for servers.
///
/// A sandbox can be reached only by a server of the home it was made on (the *place*), and one
/// server at a time runs on a home: so every lease of our place with another holder is one of the
/// dead.
public final class DatabaseLeases implements Leases {
  private static final Duration USE_IS_NOTED_EVERY = Duration.ofSeconds(10);

  private final JdbcClient jdbc;
  private final Clock clock;
  private final String place;
  private final LeaseTerms terms;
  private final String holder = UUID.randomUUID().toString();
  private final Map<String, Instant> lastNoted = new ConcurrentHashMap<>();

  public DatabaseLeases(JdbcClient jdbc, Clock clock, String place, LeaseTerms terms) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.place = place;
    this.terms = terms;
  }

  @Override
  public String holder() {
    return holder;
  }

  @Override
  public void open(Lease lease) {
    jdbc.sql(
            """
            insert into sandbox_lease
              (id, engine, place, holder, owner, opened_at, used_at, seen_at)
            values (:id, :engine, :place, :holder, :owner, :now, :now, :now)
            """)
        .param("id", lease.id())
        .param("engine", lease.engine())
        .param("place", place)
        .param("holder", lease.holder())
        .param("owner", lease.owner())
        .param("now", now())
        .update();
  }

  @Override
  public void touch(String id) {
    Instant now = clock.instant();
    Instant noted = lastNoted.get(id);
    if (noted == null || noted.plus(USE_IS_NOTED_EVERY).isBefore(now)) {
      lastNoted.put(id, now);
      jdbc.sql("update sandbox_lease set used_at = ? where id = ?").params(now(), id).update();
    }
  }

  @Override
  public void close(String id) {
    lastNoted.remove(id);
    jdbc.sql("delete from sandbox_lease where id = ?").param(id).update();
  }

  @Override
  public List<Lease> abandoned(int most) {
    return jdbc.sql(
            """
            select * from sandbox_lease
            where place = :place
              and (holder <> :holder or condemned or used_at < :idle or opened_at < :old)
            order by tried_at nulls first, opened_at limit :most
            """)
        .param("place", place)
        .param("holder", holder)
        .param("idle", at(clock.instant().minus(terms.idle())))
        .param("old", at(clock.instant().minus(terms.longest())))
        .param("most", most)
        .query(DatabaseLeases::read)
        .list();
  }

  @Override
  public void tried(String id) {
    jdbc.sql("update sandbox_lease set tried_at = ? where id = ?").params(now(), id).update();
  }

  @Override
  public List<Lease> list() {
    return jdbc.sql("select * from sandbox_lease order by opened_at")
        .query(DatabaseLeases::read)
        .list();
  }

  /// Says that this server and its sandboxes live.
  void beat() {
    jdbc.sql("update sandbox_lease set seen_at = ? where holder = ?")
        .params(now(), holder)
        .update();
  }

  /// Wants a sandbox gone, wherever it is: the server that can reach it removes it with its next
  /// sweep. Whether there is one.
  boolean condemn(String id) {
    return jdbc.sql("update sandbox_lease set condemned = true where id = ?").param(id).update()
        > 0;
  }

  private OffsetDateTime now() {
    return at(clock.instant());
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Lease read(ResultSet row, int number) throws SQLException {
    return new Lease(
        row.getString("id"),
        row.getString("engine"),
        row.getString("holder"),
        row.getString("owner"),
        row.getObject("opened_at", OffsetDateTime.class).toInstant());
  }
}
