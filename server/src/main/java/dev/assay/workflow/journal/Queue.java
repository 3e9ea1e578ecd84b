package dev.assay.workflow.journal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Moves runs from the queue into slots, and removes old ones.
public final class Queue {
  private static final OffsetDateTime AT_ONCE = Instant.EPOCH.atOffset(ZoneOffset.UTC);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  public Queue(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// Puts a run at the end of the queue, unless one of its subject is alive.
  public boolean add(UUID id, String kind, String subject, String input, Duration allowed) {
    return jdbc.sql(
                """
                insert into workflow_run (id, kind, subject, input, state, allowed_ms, asked_at)
                values (:id, :kind, :subject, :input::json, 'waiting', :allowed, :now)
                on conflict (subject) where state in ('waiting', 'running') do nothing
                """)
            .param("id", id)
            .param("kind", kind)
            .param("subject", subject)
            .param("input", input)
            .param("allowed", allowed.toMillis())
            .param("now", now())
            .update()
        > 0;
  }

  public Optional<UUID> findAlive(String subject) {
    return jdbc.sql(
            "select id from workflow_run where subject = ? and state in ('waiting', 'running')")
        .param(subject)
        .query(UUID.class)
        .optional();
  }

  /// Gives free slots to the runs that have waited longest, and hands runs to the scheduler again
  /// that it has lost. Returns the number of runs that can be taken up now.
  public int admit(String kind, int slots) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 1))")
                  .param("workflow " + kind)
                  .query()
                  .listOfRows();
              // Materialized: a plan that scans twice would skip the rows it has just changed and
              // take more than the limit.
              jdbc.sql(
                      """
                      with next as materialized
                        (select id from workflow_run where kind = :kind and state = 'waiting'
                         order by place
                         limit greatest(0, :slots -
                           (select count(*) from workflow_run
                            where kind = :kind and state = 'running'))
                         for update)
                      update workflow_run r set state = 'running' from next where r.id = next.id
                      """)
                  .param("kind", kind)
                  .param("slots", slots)
                  .update();
              return jdbc.sql(
                      """
                      insert into workflow_task
                        (task_name, task_instance, execution_time, picked, version)
                      select kind, id::text, :now, false, 1 from workflow_run
                      where kind = :kind and state = 'running'
                      on conflict do nothing
                      """)
                  .param("kind", kind)
                  .param("now", AT_ONCE)
                  .update();
            }));
  }

  /// Says whether there is work for [#admit].
  public boolean hasWork(String kind) {
    return jdbc.sql(
            """
            select exists
              (select 1 from workflow_run r
               where r.kind = :kind and (r.state = 'waiting' or r.state = 'running' and not exists
                 (select 1 from workflow_task t
                  where t.task_name = r.kind and t.task_instance = r.id::text)))
            """)
        .param("kind", kind)
        .query(Boolean.class)
        .single();
  }

  public boolean isRunning(UUID run) {
    return jdbc.sql("select exists (select 1 from workflow_run where id = ? and state = 'running')")
        .param(run)
        .query(Boolean.class)
        .single();
  }

  /// Notes a request to cancel a run. A waiting run is cancelled by that; a running one is stopped
  /// by the server that holds it. Returns false if the run was not alive.
  public boolean cancel(UUID id, String by) {
    return jdbc.sql(
                """
                with hit as
                  (update workflow_run set cancelled_by = coalesce(cancelled_by, :by),
                     events = events + 1,
                     state = case state when 'waiting' then 'cancelled' else state end,
                     ended_at = case state when 'waiting' then :now::timestamptz end
                   where id = :id and state in ('waiting', 'running')
                   returning id, events, state)
                insert into workflow_event (run, seq, at, kind, body)
                select id, events, :now,
                  case state when 'cancelled' then 'cancelled' else 'cancel-asked' end,
                  json_build_object('by', :by::text)
                from hit
                """)
            .param("id", id)
            .param("by", by)
            .param("now", now())
            .update()
        > 0;
  }

  /// Puts a run that stopped without a decision back into the queue. Finished steps stay, and its
  /// time begins anew. Empty if it cannot be resumed; else true if its subject was free.
  public Optional<Boolean> resume(UUID id) {
    try {
      return Objects.requireNonNull(transactions.execute(transaction -> putBack(id)));
    } catch (DuplicateKeyException e) {
      return Optional.of(false);
    }
  }

  private Optional<Boolean> putBack(UUID id) {
    int rows =
        jdbc.sql(
                """
                  with hit as
                    (update workflow_run set state = 'waiting', place = default, started_at = null,
                       deadline = null, used_ms = 0, ended_at = null, reason = null, reason_code = null,
                       cancelled_by = null, epoch = epoch + 1, events = events + 1
                     where id = :id and state in ('inconclusive', 'timed_out')
                     returning id, events),
                  fresh as
                    (update workflow_step set failures = 0, lost = 0 from hit
                     where run = hit.id and state <> 'finished')
                  insert into workflow_event (run, seq, at, kind, body)
                  select id, events, :now, 'resumed', '{}' from hit
                  """)
            .param("id", id)
            .param("now", now())
            .update();
    return rows > 0 ? Optional.of(true) : Optional.empty();
  }

  /// Removes runs that ended before a time and returns their number.
  public int forget(Instant endedBefore) {
    return jdbc.sql("delete from workflow_run where ended_at < ?")
        .param(endedBefore.atOffset(ZoneOffset.UTC))
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
