package dev.assay.publication;

import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditFilter;
import dev.assay.audit.AuditLog;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Notices for the operator's webhook: a skill waits for its reviewer, failed, was decided on or
/// was rolled back. They follow from the audit log, so a decision never waits for a notice and none
/// is lost. Every notice is sent at least once, by any of the servers.
public final class Notices {
  private static final Map<AuditAction, String> EVENTS =
      Map.of(
          AuditAction.VALIDATION_PASSED, "review_ready",
          AuditAction.VALIDATION_FAILED, "failed",
          AuditAction.VALIDATION_INCONCLUSIVE, "inconclusive",
          AuditAction.SKILL_APPROVED, "decided",
          AuditAction.SKILL_REJECTED, "decided",
          AuditAction.IMAGE_ROLLED_BACK, "rolled_back");

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int MOST_ATTEMPTS = 40;
  private static final Duration CLAIM = Duration.ofMinutes(2);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final AuditLog audit;
  private final Clock clock;

  public Notices(JdbcClient jdbc, TransactionOperations transactions, AuditLog audit, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.audit = audit;
    this.clock = clock;
  }

  /// @param event `review_ready`, `failed`, `inconclusive`, `decided` or `rolled_back`
  public record Notice(String event, AuditEntry entry, int attempts) {}

  /// Starts with the present end of the log at the very first call. Earlier events cause no
  /// notices.
  public void begin() {
    jdbc.sql("insert into notice_cursor (sequence) values (?) on conflict do nothing")
        .param(audit.last())
        .update();
  }

  /// Claims the next due notice for two minutes.
  public Optional<Notice> claim() {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              collect();
              OffsetDateTime now = time(clock.instant());
              return jdbc.sql(
                      """
                      update notice set attempts = attempts + 1, next_attempt_at = :later
                      where sequence = (
                        select sequence from notice
                        where delivered_at is null and given_up_at is null
                          and next_attempt_at <= :now
                        order by sequence limit 1 for update skip locked)
                      returning sequence, attempts
                      """)
                  .param("now", now)
                  .param("later", now.plus(CLAIM))
                  .query((row, number) -> new long[] {row.getLong(1), row.getLong(2)})
                  .optional()
                  .flatMap(claimed -> load(claimed[0], (int) claimed[1]));
            }));
  }

  public void delivered(Notice notice) {
    jdbc.sql("update notice set delivered_at = ?, last_error = null where sequence = ?")
        .params(time(clock.instant()), notice.entry().sequence())
        .update();
  }

  /// Schedules a retry after a pause that grows to an hour, for more than a day.
  public void failed(Notice notice, String error) {
    Instant now = clock.instant();
    jdbc.sql(
            """
            update notice set next_attempt_at = :next, last_error = :error,
              given_up_at = case when attempts >= :most then :now::timestamptz end
            where sequence = :sequence and delivered_at is null
            """)
        .param("next", time(now.plus(pause(notice.attempts()))))
        .param("error", Visible.line(error, 500))
        .param("most", MOST_ATTEMPTS)
        .param("now", time(now))
        .param("sequence", notice.entry().sequence())
        .update();
  }

  private static Duration pause(int attempts) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, 20));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  /// Reads on in the audit log, whose entries become visible in their order.
  private void collect() {
    Optional<Long> cursor =
        jdbc.sql("select sequence from notice_cursor for update").query(Long.class).optional();
    if (cursor.isEmpty()) {
      return;
    }
    long end = audit.last();
    for (long sequence : audit.sequences(EVENTS.keySet(), cursor.get(), end)) {
      jdbc.sql(
              """
              insert into notice (sequence, next_attempt_at) values (?, ?) on conflict do nothing
              """)
          .params(sequence, time(clock.instant()))
          .update();
    }
    jdbc.sql("update notice_cursor set sequence = ?").param(end).update();
  }

  private Optional<Notice> load(long sequence, int attempts) {
    List<AuditEntry> entry = audit.after(AuditFilter.ALL, sequence - 1, 1);
    return entry.stream()
        .filter(found -> found.sequence() == sequence)
        .findFirst()
        .map(
            found ->
                new Notice(
                    Objects.requireNonNull(EVENTS.get(AuditAction.ofWord(found.action()))),
                    found,
                    attempts));
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
