package dev.assay.workflow;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The tables of live runs and their events. No event can be written for a run that is over, so a
/// server that lost one writes nothing more.
final class LiveTable {
  private final JdbcClient jdbc;
  private final Clock clock;
  private final String kind;

  LiveTable(JdbcClient jdbc, Clock clock, String kind) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.kind = kind;
  }

  /// Begins a run. Returns false if another run of the stream is alive.
  boolean begin(UUID run, UUID stream, String server) {
    return jdbc.sql(
                """
                with s as (insert into live_stream (id) values (:stream) on conflict do nothing)
                insert into live_run (id, kind, stream, server, beat_at)
                values (:run, :kind, :stream, :server, clock_timestamp())
                on conflict (stream) where running do nothing
                """)
            .param("run", run)
            .param("kind", kind)
            .param("stream", stream)
            .param("server", server)
            .update()
        > 0;
  }

  /// Appends an event and returns its number; empty if the run is over.
  Optional<Long> append(UUID run, LiveEvent.New event) {
    return jdbc.sql(
            """
            with run as (
              select id, stream from live_run where id = :run and running for update),
            next as (
              update live_stream s set last_seq = last_seq + 1 from run
              where s.id = run.stream returning s.id, s.last_seq)
            insert into live_event (stream, seq, run, kind, body, at)
            select next.id, next.last_seq, :run, :kind, :body, :now from next
            returning seq
            """)
        .param("run", run)
        .param("kind", event.kind())
        .param("body", clean(event.body()))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .query(Long.class)
        .optional();
  }

  /// Ends a run. Returns false if it was over already.
  boolean end(UUID run) {
    return jdbc.sql("update live_run set running = false where id = ? and running")
            .param(run)
            .update()
        > 0;
  }

  /// Ends a run with an event. Returns false if it was over already.
  boolean end(UUID run, LiveEvent.New event) {
    return jdbc.sql(
                """
                with run as (
                  update live_run set running = false where id = :run and running
                  returning stream),
                next as (
                  update live_stream s set last_seq = last_seq + 1 from run
                  where s.id = run.stream returning s.id, s.last_seq)
                insert into live_event (stream, seq, run, kind, body, at)
                select next.id, next.last_seq, :run, :kind, :body, :now from next
                """)
            .param("run", run)
            .param("kind", event.kind())
            .param("body", clean(event.body()))
            .param("now", clock.instant().atOffset(ZoneOffset.UTC))
            .update()
        > 0;
  }

  /// Writes a heartbeat and says whether the run shall be cancelled; empty if it is over.
  Optional<Boolean> heartbeat(UUID run) {
    return jdbc.sql(
            """
            update live_run set beat_at = clock_timestamp() where id = ? and running
            returning cancel_wanted
            """)
        .param(run)
        .query(Boolean.class)
        .optional();
  }

  Optional<UUID> cancel(UUID stream) {
    return jdbc.sql(
            "update live_run set cancel_wanted = true where stream = ? and running returning id")
        .param(stream)
        .query(UUID.class)
        .optional();
  }

  /// The runs of servers that have been silent for that time.
  List<UUID> silent(Duration time) {
    return jdbc.sql(
            """
            select id from live_run where running and kind = :kind
              and beat_at < clock_timestamp() - :millis * interval '1 millisecond'
            """)
        .param("kind", kind)
        .param("millis", time.toMillis())
        .query((row, number) -> row.getObject("id", UUID.class))
        .list();
  }

  /// Says whether another server worked on the previous run of the stream.
  boolean changedServer(UUID run) {
    return jdbc.sql(
            """
            select coalesce((
              select b.server <> r.server from live_run b
              where b.stream = r.stream and b.place < r.place
              order by b.place desc limit 1), false)
            from live_run r where r.id = ?
            """)
        .param(run)
        .query(Boolean.class)
        .single();
  }

  List<LiveEvent> events(UUID stream, long after, int most) {
    return jdbc.sql("select * from live_event where stream = ? and seq > ? order by seq limit ?")
        .params(stream, after, most)
        .query(LiveTable::event)
        .list();
  }

  List<LiveEvent> eventsOf(UUID run) {
    return jdbc.sql("select * from live_event where run = ? order by seq")
        .param(run)
        .query(LiveTable::event)
        .list();
  }

  /// The number of the event before a run's first one.
  long startOf(UUID run) {
    return jdbc.sql(
            """
            select coalesce((select min(seq) - 1 from live_event where run = r.id), s.last_seq)
            from live_run r join live_stream s on s.id = r.stream where r.id = ?
            """)
        .param(run)
        .query(Long.class)
        .single();
  }

  Map<UUID, Long> last(Collection<UUID> streams) {
    Map<UUID, Long> last = new HashMap<>();
    if (!streams.isEmpty()) {
      jdbc.sql("select id, last_seq from live_stream where id in (:streams)")
          .param("streams", streams)
          .query(
              row -> {
                last.put(row.getObject("id", UUID.class), row.getLong("last_seq"));
              });
    }
    return last;
  }

  void forget(UUID stream) {
    jdbc.sql("delete from live_stream where id = ?").param(stream).update();
  }

  private static String clean(String body) {
    return body.replace("\0", "\uFFFD");
  }

  private static LiveEvent event(ResultSet row, int number) throws SQLException {
    return new LiveEvent(
        row.getLong("seq"),
        row.getObject("run", UUID.class),
        row.getString("kind"),
        row.getString("body"),
        row.getObject("at", OffsetDateTime.class).toInstant());
  }
}
