package dev.assay.sandbox;

import dev.assay.skill.Uninterrupted;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Leases;
import dev.assay.skill.sandbox.lease.Term;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Leases in the database, for servers.
///
/// A sandbox can be reached by a server of the home it was made on (the *place*), and one server at
/// a time runs on a home: so every lease of our place with another holder is one of the dead. One
/// that lies with a provider (its *reach*) can be reached by every server that uses the provider;
/// those of other homes are removed when their holder has been silent for some minutes.
public final class DatabaseLeases implements Leases {
  private static final Duration SILENCE_OF_THE_DEAD = Duration.ofMinutes(3);
  private static final Duration USE_IS_NOTED_EVERY = Duration.ofSeconds(10);

  private static final String SELECT =
      """
      select sandbox_lease.*,
        array(select name from sandbox_label where sandbox = id order by name) as label_names,
        array(select value from sandbox_label where sandbox = id order by name) as label_values
      from sandbox_lease
      """;

  private final JdbcClient jdbc;
  private final Clock clock;
  private final String place;
  private final LeaseTerms terms;
  private final String holder = UUID.randomUUID().toString();
  private final Set<String> reached = ConcurrentHashMap.newKeySet();
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
  public void open(String id, String engine, SandboxSpec spec) {
    open(id, engine, "", spec);
  }

  /// From now on also sandboxes with this provider are removed.
  void reach(String provider) {
    if (!provider.isEmpty()) {
      reached.add(provider);
    }
  }

  @Override
  public void open(String id, String engine, String provider, SandboxSpec spec) {
    List<Map.Entry<String, String>> labels = List.copyOf(spec.labels().entrySet());
    jdbc.sql(
            """
            with lease as (
              insert into sandbox_lease
                (id, engine, place, reach, holder, owner, purpose, network, idle_seconds, longest_seconds,
                 opened_at, used_at, seen_at)
              values (:id, :engine, :place, :reach, :holder, :owner, :purpose, :network, :idle, :longest,
                 :now, :now, :now)
              returning id)
            insert into sandbox_label (sandbox, name, value)
            select lease.id, label.name, label.value
            from lease, unnest(:names, :values) as label (name, value)
            """)
        .param("id", id)
        .param("engine", engine)
        .param("place", place)
        .param("reach", provider)
        .param("holder", holder)
        .param("owner", spec.owner())
        .param("purpose", spec.purpose())
        .param("network", spec.network().word())
        .param("idle", seconds(spec.idle().orElse(terms.idle())))
        .param("longest", seconds(spec.longest().orElse(terms.longest())))
        .param("now", now())
        .param("names", labels.stream().map(Map.Entry::getKey).toArray(String[]::new))
        .param("values", labels.stream().map(Map.Entry::getValue).toArray(String[]::new))
        .update();
  }

  private static long seconds(Duration term) {
    return Math.max(1, term.toSeconds());
  }

  @Override
  public void named(String id, String providerId) {
    jdbc.sql("update sandbox_lease set provider_id = ? where id = ?")
        .params(providerId, id)
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
    Uninterrupted.run(() -> jdbc.sql("delete from sandbox_lease where id = ?").param(id).update());
  }

  @Override
  public List<Lease> abandoned(int most) {
    return jdbc.sql(
            SELECT
                + """
            where (place = :place or reach = any(:reached))
              and (place = :place and holder <> :holder or condemned
                or reach = any(:reached) and seen_at < :silent
                or used_at < :now - idle_seconds * interval '1 second'
                or opened_at < :now - longest_seconds * interval '1 second')
            order by tried_at nulls first, opened_at limit :most
            """)
        .param("place", place)
        .param("holder", holder)
        .param("reached", reached())
        .param("silent", at(clock.instant().minus(SILENCE_OF_THE_DEAD)))
        .param("now", now())
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
    return jdbc.sql(SELECT + " order by opened_at").query(DatabaseLeases::read).list();
  }

  private String[] reached() {
    return reached.toArray(String[]::new);
  }

  /// Whether a server of this home made it, or it lies with a provider that we use.
  boolean reaches(String id) {
    return jdbc.sql(
                """
                select count(*) from sandbox_lease
                where id = :id and (place = :place or reach = any(:reached))
                """)
            .param("id", id)
            .param("place", place)
            .param("reached", reached())
            .query(Integer.class)
            .single()
        > 0;
  }

  List<Lease> labelled(String name, String value) {
    return jdbc.sql(
            SELECT
                + """
             where id in (
              select sandbox from sandbox_label
              where name = :name and md5(value) = md5(:value) and value = :value)
            order by opened_at
            """)
        .param("name", name)
        .param("value", value)
        .query(DatabaseLeases::read)
        .list();
  }

  /// Says that this server and its sandboxes live.
  void heartbeat() {
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
        row.getString("provider_id"),
        row.getString("holder"),
        row.getString("owner"),
        row.getString("purpose"),
        labels(row),
        row.getString("network"),
        new Term(
            instant(row, "opened_at"),
            instant(row, "used_at"),
            instant(row, "seen_at"),
            Duration.ofSeconds(row.getLong("idle_seconds")),
            Duration.ofSeconds(row.getLong("longest_seconds"))));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static Map<String, String> labels(ResultSet row) throws SQLException {
    String[] names = (String[]) row.getArray("label_names").getArray();
    String[] values = (String[]) row.getArray("label_values").getArray();
    Map<String, String> labels = new HashMap<>();
    for (int at = 0; at < names.length; at++) {
      labels.put(names[at], values[at]);
    }
    return labels;
  }
}
