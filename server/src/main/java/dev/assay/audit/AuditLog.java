package dev.assay.audit;

import dev.assay.audit.AuditCheck.Break;
import dev.assay.audit.AuditCheck.Head;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Records the actions of users and of the server. An entry is part of the caller's transaction:
/// either both happened or neither. The entries of all servers on one database form one chain of
/// hashes.
public final class AuditLog implements AuditWriter {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final TypeReference<Map<String, Object>> FACTS = new TypeReference<>() {};
  private static final long CHAIN_LOCK = 0x6175_6469_745f_6c67L;
  private static final int CHUNK = 1_000;
  private static final int MOST_BREAKS = 20;

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;
  private final Supplier<String> requestId;
  private final AuditAnchor anchor;

  /// @param requestId supplies the id of the request under way; empty if there is none
  public AuditLog(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock,
      Supplier<String> requestId,
      AuditAnchor anchor) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
    this.requestId = requestId;
    this.anchor = anchor;
  }

  /// Records an entry. The chain is locked only from the end of the transaction's work to the
  /// commit, so it cannot deadlock with other locks of the caller.
  @Override
  public void record(AuditRecord entry) {
    transactions.executeWithoutResult(
        transaction -> {
          String request = requestId.get();
          TransactionSynchronizationManager.registerSynchronization(
              new TransactionSynchronization() {
                private Optional<Head> advance = Optional.empty();

                @Override
                public void beforeCommit(boolean readOnly) {
                  advance = append(entry, request);
                }

                @Override
                public void afterCommit() {
                  advance.ifPresent(AuditLog.this::advance);
                }
              });
        });
  }

  /// Records an entry unless the last entry of this kind about the same object has the same facts.
  /// The facts of that last entry become the facts before.
  public void recordNews(AuditRecord entry) {
    AuditFilter same =
        new AuditFilter(
            Optional.empty(),
            Optional.of(entry.action()),
            Optional.of(entry.object().id()),
            Optional.empty(),
            Optional.empty());
    Optional<String> last =
        list(same, Long.MAX_VALUE, 1).stream().findFirst().map(AuditEntry::after);
    if (!last.equals(Optional.of(JSON.writeValueAsString(entry.after())))) {
      record(last.map(said -> entry.from(JSON.readValue(said, FACTS))).orElse(entry));
    }
  }

  @Override
  public <T> T together(Supplier<T> actions) {
    return Objects.requireNonNull(transactions.execute(transaction -> actions.get()));
  }

  /// Lists entries, newest first.
  ///
  /// @param before the entry that all listed ones are older than; `Long.MAX_VALUE` for the newest
  public List<AuditEntry> list(AuditFilter filter, long before, int most) {
    return wanted(filter, "sequence < :start", before, "order by sequence desc", most);
  }

  /// Lists entries after a number, oldest first.
  public List<AuditEntry> after(AuditFilter filter, long sequence, int most) {
    return wanted(filter, "sequence > :start", sequence, "order by sequence", most);
  }

  /// The number of the newest entry; 0 if there is none.
  public long last() {
    return jdbc.sql("select coalesce(max(sequence), 0) from audit_entry")
        .query(Long.class)
        .single();
  }

  /// Lists the numbers of entries of some kinds, oldest first.
  ///
  /// @param after the last number before the range
  /// @param to the last number of the range
  public List<Long> sequences(Set<AuditAction> actions, long after, long to) {
    return jdbc.sql(
            """
            select sequence from audit_entry
            where sequence > :after and sequence <= :to and action in (:actions) order by sequence
            """)
        .param("after", after)
        .param("to", to)
        .param("actions", actions.stream().map(AuditAction::word).toList())
        .query((row, number) -> row.getLong("sequence"))
        .list();
  }

  /// Lists entries of some kinds about some objects, newest first.
  ///
  /// @param after the last number before the range
  public List<AuditEntry> about(
      List<String> objects, Set<AuditAction> actions, long after, int most) {
    return jdbc.sql(
            """
            select * from audit_entry
            where object_id in (:objects) and action in (:actions) and sequence > :after
            order by sequence desc limit :most
            """)
        .param("objects", objects)
        .param("actions", actions.stream().map(AuditAction::word).toList())
        .param("after", after)
        .param("most", most)
        .query(AuditLog::read)
        .list();
  }

  /// Counts those actions by day of UTC, from a day on.
  public Map<LocalDate, Map<AuditAction, Long>> daily(Set<AuditAction> actions, LocalDate from) {
    Map<LocalDate, Map<AuditAction, Long>> days = new TreeMap<>();
    jdbc.sql(
            """
            select (at at time zone 'UTC')::date as day, action, count(*) as times
            from audit_entry where action in (:actions) and at >= :from group by 1, 2
            """)
        .param("actions", actions.stream().map(AuditAction::word).toList())
        .param("from", from.atStartOfDay().atOffset(ZoneOffset.UTC))
        .query(
            row -> {
              days.computeIfAbsent(
                      row.getObject("day", LocalDate.class), _ -> new EnumMap<>(AuditAction.class))
                  .put(AuditAction.ofWord(row.getString("action")), row.getLong("times"));
            });
    return days;
  }

  /// Checks every entry: that it is unchanged, that no earlier entry is missing or moved, and that
  /// the log is not shorter than it was.
  public AuditCheck verify() {
    Optional<Head> kept = anchor.find(); // first: the log may grow meanwhile
    List<Break> breaks = new ArrayList<>();
    long entries = 0;
    Head last = new Head(0, AuditEntry.BEGINNING);
    boolean anchored = kept.isEmpty() || kept.get().equals(AuditAnchor.UNREADABLE);
    List<AuditEntry> chunk;
    do {
      chunk = after(AuditFilter.ALL, last.sequence(), CHUNK);
      for (AuditEntry entry : chunk) {
        problem(last, entry).ifPresent(text -> breaks.add(new Break(entry.sequence(), text)));
        last = new Head(entry.sequence(), entry.hash());
        anchored = anchored || kept.equals(Optional.of(last));
        entries++;
      }
    } while (chunk.size() == CHUNK && breaks.size() < MOST_BREAKS);
    if (!anchored && breaks.size() < MOST_BREAKS) {
      breaks.add(
          new Break(
              kept.get().sequence(),
              "This server saw entry %d with the hash %s; it is not there any more."
                  .formatted(kept.get().sequence(), kept.get().hash())));
    }
    return new AuditCheck(
        entries,
        entries == 0 ? Optional.empty() : Optional.of(last),
        kept,
        breaks.stream().limit(MOST_BREAKS).toList());
  }

  private static Optional<String> problem(Head last, AuditEntry entry) {
    if (entry.sequence() != last.sequence() + 1) {
      return Optional.of(
          "The entries %d to %d are missing.".formatted(last.sequence() + 1, entry.sequence() - 1));
    }
    if (!entry.previous().equals(last.hash())) {
      return Optional.of("It does not follow the entry before it.");
    }
    return entry.hash().equals(entry.expectedHash())
        ? Optional.empty()
        : Optional.of("It was changed after it was written.");
  }

  /// Appends an entry and returns the new place of the anchor after the commit. Empty if the log
  /// does not hold the present anchor any more: then it stays, so that the truncation remains
  /// visible.
  private Optional<Head> append(AuditRecord done, String request) {
    jdbc.sql("select pg_advisory_xact_lock(?)").param(CHAIN_LOCK).query().listOfRows();
    Head last =
        jdbc.sql("select sequence, hash from audit_entry order by sequence desc limit 1")
            .query((row, number) -> new Head(row.getLong(1), row.getString(2)))
            .optional()
            .orElse(new Head(0, AuditEntry.BEGINNING));
    AuditEntry entry =
        new AuditEntry(
                last.sequence() + 1,
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                done.actor(),
                done.action().word(),
                done.object(),
                JSON.writeValueAsString(done.before()),
                JSON.writeValueAsString(done.after()),
                request,
                last.hash(),
                "")
            .sealed();
    insert(entry);
    return anchor.find().map(this::holds).orElse(true)
        ? Optional.of(new Head(entry.sequence(), entry.hash()))
        : Optional.empty();
  }

  private void insert(AuditEntry entry) {
    jdbc.sql(
            """
            insert into audit_entry (sequence, at, actor, action, object_kind, object_id,
              object_name, before, after, request_id, previous, hash)
            values (?, ?, ?, ?, ?, ?, ?, ?::json, ?::json, ?, ?, ?)
            """)
        .params(
            entry.sequence(),
            entry.at().atOffset(ZoneOffset.UTC),
            entry.actor(),
            entry.action(),
            entry.object().kind(),
            entry.object().id(),
            entry.object().name(),
            entry.before(),
            entry.after(),
            entry.requestId(),
            entry.previous(),
            entry.hash())
        .update();
  }

  private boolean holds(Head head) {
    return jdbc.sql("select count(*) from audit_entry where sequence = ? and hash = ?")
            .params(head.sequence(), head.hash())
            .query(Long.class)
            .single()
        == 1;
  }

  private synchronized void advance(Head head) {
    if (anchor.find().filter(kept -> kept.sequence() >= head.sequence()).isEmpty()) {
      anchor.keep(head);
    }
  }

  private List<AuditEntry> wanted(
      AuditFilter filter, String from, long start, String order, int most) {
    return jdbc.sql(
            """
            select * from audit_entry where %s
              and (:actor::text is null or actor = :actor)
              and (:action::text is null or action = :action)
              and (:object::text is null or object_id = :object or object_name = :object)
              and (:from::timestamptz is null or at >= :from)
              and (:to::timestamptz is null or at < :to)
            %s limit :most
            """
                .formatted(from, order))
        .param("start", start)
        .param("actor", filter.actor().orElse(null))
        .param("action", filter.action().map(AuditAction::word).orElse(null))
        .param("object", filter.object().orElse(null))
        .param("from", filter.from().map(AuditLog::time).orElse(null))
        .param("to", filter.to().map(AuditLog::time).orElse(null))
        .param("most", most)
        .query(AuditLog::read)
        .list();
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static AuditEntry read(ResultSet row, int number) throws SQLException {
    return new AuditEntry(
        row.getLong("sequence"),
        row.getObject("at", OffsetDateTime.class).toInstant(),
        row.getString("actor"),
        row.getString("action"),
        new AuditRecord.Subject(
            row.getString("object_kind"), row.getString("object_id"), row.getString("object_name")),
        row.getString("before"),
        row.getString("after"),
        row.getString("request_id"),
        row.getString("previous"),
        row.getString("hash"));
  }
}
