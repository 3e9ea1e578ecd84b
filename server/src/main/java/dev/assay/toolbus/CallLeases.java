package dev.assay.toolbus;

import dev.assay.skill.Digest;
import dev.assay.toolbus.CallLease.Attempt;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Leases calls to workers. A lease expires if its worker dies; then another worker takes the call,
/// and later writes of the first are refused. Time is the database's.
public final class CallLeases {
  private static final Logger log = LoggerFactory.getLogger(CallLeases.class);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Duration lasts;
  private final UUID holder = UUID.randomUUID();

  /// @param lasts the time after which a silent worker loses its lease
  public CallLeases(JdbcClient jdbc, TransactionOperations transactions, Duration lasts) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.lasts = lasts;
  }

  /// @param id the id of the call, of any length
  public Attempt take(String project, String id) {
    String hash = hash(id);
    Optional<Long> fence =
        jdbc.sql(
                """
                insert into call_lease (project, call_hash, holder, fence, until)
                values (:project, :hash, :holder, 1, now() + :lasts * interval '1 millisecond')
                on conflict (project, call_hash) do update
                  set holder = :holder, fence = call_lease.fence + 1,
                    until = now() + :lasts * interval '1 millisecond'
                  where call_lease.done_at is null and call_lease.until < now()
                returning fence
                """)
            .param("project", project)
            .param("hash", hash)
            .param("holder", holder)
            .param("lasts", lasts.toMillis())
            .query(Long.class)
            .optional();
    if (fence.isPresent()) {
      return new Attempt.Taken(new CallLease(project, hash, fence.get()));
    }
    return isOver(project, hash) ? new Attempt.Over() : new Attempt.Busy();
  }

  /// Says whether the call is neither leased nor done.
  public boolean isFree(String project, String id) {
    return jdbc.sql(
            """
            select not exists (select 1 from call_lease where project = ? and call_hash = ?
              and (done_at is not null or until >= now()))
            """)
        .params(project, hash(id))
        .query(Boolean.class)
        .single();
  }

  private boolean isOver(String project, String hash) {
    return jdbc.sql(
            """
            select exists (select 1 from call_lease
              where project = ? and call_hash = ? and done_at is not null)
            """)
        .params(project, hash)
        .query(Boolean.class)
        .single();
  }

  /// Extends a lease. Returns false if it is lost.
  boolean renew(CallLease lease) {
    return 1
        == jdbc.sql(
                """
                update call_lease set until = now() + :lasts * interval '1 millisecond'
                where project = :project and call_hash = :hash and fence = :fence
                  and holder = :holder and done_at is null
                """)
            .param("lasts", lasts.toMillis())
            .param("project", lease.project())
            .param("hash", lease.hash())
            .param("fence", lease.fence())
            .param("holder", holder)
            .update();
  }

  /// Writes in one transaction, if the lease is still held. Returns false if it is not.
  public boolean write(CallLease lease, Runnable what) {
    return guarded(lease, "until = until", what);
  }

  /// Ends the call and makes its writes final. Returns false if the lease is lost.
  public boolean complete(CallLease lease, Runnable along) {
    return guarded(lease, "done_at = now()", along);
  }

  private boolean guarded(CallLease lease, String change, Runnable along) {
    return Boolean.TRUE.equals(
        transactions.execute(
            transaction -> {
              int held =
                  jdbc.sql(
                          "update call_lease set "
                              + change
                              + " where project = ? and call_hash = ? and fence = ? and holder = ?"
                              + " and done_at is null")
                      .params(lease.project(), lease.hash(), lease.fence(), holder)
                      .update();
              if (held == 1) {
                along.run();
              }
              return held == 1;
            }));
  }

  /// Releases the lease, so that another worker may take the call at once.
  public void release(CallLease lease) {
    jdbc.sql(
            """
            update call_lease set until = now() - interval '1 millisecond'
            where project = ? and call_hash = ? and fence = ? and holder = ? and done_at is null
            """)
        .params(lease.project(), lease.hash(), lease.fence(), holder)
        .update();
  }

  /// Takes all leases of a project away; their holders cannot write any more.
  public void reset(String project) {
    jdbc.sql(
            """
            update call_lease set fence = fence + 1, until = now() - interval '1 millisecond'
            where project = ? and done_at is null
            """)
        .param(project)
        .update();
  }

  /// Forgets calls that were done or abandoned long ago.
  public void forget(Duration kept) {
    jdbc.sql(
            """
            delete from call_lease where done_at < now() - :kept * interval '1 second'
              or (done_at is null and until < now() - :kept * interval '1 second')
            """)
        .param("kept", kept.toSeconds())
        .update();
  }

  /// Renews a lease until this is closed.
  ///
  /// @param lost called once if another worker has it
  public Keeping keep(CallLease lease, Runnable lost) {
    Keeping keeping = new Keeping(lease, lost);
    Thread.ofVirtual().name("lease-" + lease.hash()).start(keeping::renewAll);
    return keeping;
  }

  /// A lease that is being renewed.
  public final class Keeping implements AutoCloseable {
    private final CallLease lease;
    private final Runnable lost;
    private final CountDownLatch over = new CountDownLatch(1);

    private Keeping(CallLease lease, Runnable lost) {
      this.lease = lease;
      this.lost = lost;
    }

    private void renewAll() {
      try {
        while (!over.await(lasts.toMillis() / 3, TimeUnit.MILLISECONDS)) {
          if (!renewed()) {
            lost.run();
            return;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private boolean renewed() {
      try {
        return renew(lease);
      } catch (DataAccessException e) {
        log.warn("A lease could not be renewed; will try again: {}", e.getMessage());
        return true; // the fence decides
      }
    }

    @Override
    public void close() {
      over.countDown();
    }
  }

  private static String hash(String id) {
    MessageDigest digest = Digest.sha256();
    digest.update(id.getBytes(StandardCharsets.UTF_8));
    return Digest.finish(digest).hex();
  }
}
