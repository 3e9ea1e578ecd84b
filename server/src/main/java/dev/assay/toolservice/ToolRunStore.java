package dev.assay.toolservice;

import dev.assay.workflow.LiveEvent;
import dev.assay.workflow.LiveRuns;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The table of runs. A final state is never overwritten.
final class ToolRunStore {
  private static final String OPEN = "state in ('queued', 'starting', 'running')";

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final LiveRuns runs;
  private final Clock clock;
  private final ToolRunRows rows;

  ToolRunStore(JdbcClient jdbc, TransactionOperations transactions, LiveRuns runs, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.runs = runs;
    this.clock = clock;
    this.rows = new ToolRunRows(jdbc, clock);
  }

  /// Adds a run and, for a job, its steps. Returns false while the working directory is in use, or
  /// for a call that was made before.
  boolean add(ToolRun run, Optional<String> callHash, List<ToolRun> steps) {
    return Boolean.TRUE.equals(
        transactions.execute(
            transaction -> {
              if (rows.insert(run, callHash, 0) == 0) {
                return false;
              }
              int position = 0;
              for (ToolRun step : steps) {
                rows.insert(step, Optional.empty(), position++);
              }
              if (!run.kind().waitsInQueue()) {
                runs.begin(run.id(), run.id());
              }
              return true;
            }));
  }

  /// The projects with waiting runs, the longest wait first.
  List<String> waitingProjects(int most) {
    return jdbc.sql(
            """
            select project from tool_run where state = 'queued' and parent is null
            group by project order by min(created_at) limit ?
            """)
        .param(most)
        .query((row, number) -> row.getString("project"))
        .list();
  }

  int waiting(String project) {
    return jdbc.sql(
            """
            select count(*) from tool_run
            where state = 'queued' and parent is null and project = ?
            """)
        .param(project)
        .query(Integer.class)
        .single();
  }

  /// Takes the next run of a project out of the queue, to be worked on here.
  Optional<ToolRun> claim(String project) {
    return Optional.ofNullable(transactions.execute(transaction -> next(project)));
  }

  private @Nullable ToolRun next(String project) {
    Optional<UUID> id =
        jdbc.sql(
                """
                select id from tool_run where state = 'queued' and parent is null and project = ?
                order by created_at limit 1 for update skip locked
                """)
            .param(project)
            .query(UUID.class)
            .optional();
    if (id.isEmpty() || !runs.begin(id.get(), id.get())) {
      return null;
    }
    jdbc.sql("update tool_run set state = 'starting' where id = ?").param(id.get()).update();
    return find(id.get()).orElseThrow();
  }

  /// The run that holds a working directory.
  Optional<ToolRun> holder(UUID session, String workdir) {
    return jdbc.sql(
            """
            select * from tool_run where session = ? and workdir = ?
              and kind in ('command', 'task', 'job') and
            """
                + OPEN)
        .params(session, workdir)
        .query(ToolRunRows::read)
        .optional();
  }

  Optional<ToolRun> findCall(String project, ToolRun.Kind kind, String hash) {
    return jdbc.sql("select * from tool_run where project = ? and kind = ? and call_hash = ?")
        .params(project, kind.word(), hash)
        .query(ToolRunRows::read)
        .optional();
  }

  /// The runs that calls began, by the hash of the call.
  Map<String, UUID> ofCalls(String project, Set<String> hashes) {
    Map<String, UUID> runs = new HashMap<>();
    jdbc.sql("select call_hash, id from tool_run where project = ? and call_hash = any (?)")
        .param(project)
        .param(hashes.toArray(String[]::new))
        .query(
            row -> {
              runs.put(row.getString("call_hash"), row.getObject("id", UUID.class));
            });
    return runs;
  }

  Optional<ToolRun> find(UUID id) {
    return jdbc.sql("select * from tool_run where id = ?")
        .param(id)
        .query(ToolRunRows::read)
        .optional();
  }

  List<ToolRun> steps(UUID job) {
    return jdbc.sql("select * from tool_run where parent = ? order by position")
        .param(job)
        .query(ToolRunRows::read)
        .list();
  }

  /// The latest runs of a project, without steps.
  List<ToolRun> list(String project, int most) {
    return jdbc.sql(
            """
            select * from tool_run where project = ? and parent is null
            order by created_at desc limit ?
            """)
        .params(project, most)
        .query(ToolRunRows::read)
        .list();
  }

  List<ToolRun> open(UUID session) {
    return jdbc.sql("select * from tool_run where session = ? and parent is null and " + OPEN)
        .param(session)
        .query(ToolRunRows::read)
        .list();
  }

  List<ToolRun> openIn(String project) {
    return jdbc.sql("select * from tool_run where project = ? and parent is null and " + OPEN)
        .param(project)
        .query(ToolRunRows::read)
        .list();
  }

  void started(UUID id) {
    jdbc.sql("update tool_run set state = 'running', started_at = ? where id = ? and " + OPEN)
        .params(now(), id)
        .update();
  }

  void ready(UUID id) {
    jdbc.sql("update tool_run set startup_ready = true where id = ? and " + OPEN)
        .param(id)
        .update();
  }

  void step(UUID job, int index) {
    jdbc.sql("update tool_run set current_step = ? where id = ? and " + OPEN)
        .params(index, job)
        .update();
  }

  void print(UUID id, ToolRun.Printed printed, Instant at) {
    jdbc.sql(
            """
            update tool_run set stdout = ?, stderr = ?, stdout_bytes = ?, stderr_bytes = ?,
              last_output_at = ?
            where id = ? and
            """
                + OPEN)
        .params(
            clean(printed.stdout()),
            clean(printed.stderr()),
            printed.stdoutBytes(),
            printed.stderrBytes(),
            at.atOffset(ZoneOffset.UTC),
            id)
        .update();
  }

  private static String clean(String printed) {
    return printed.replace("\0", "\uFFFD");
  }

  void collect(UUID id, RunFiles.Collected collected) {
    jdbc.sql("update tool_run set collected = ? where id = ? and " + OPEN)
        .params(Projects.JSON.writeValueAsString(collected), id)
        .update();
  }

  void expose(UUID id, ToolRun.Exposed exposed) {
    jdbc.sql("update tool_run set endpoints = ?, endpoints_active = ? where id = ? and " + OPEN)
        .params(Projects.JSON.writeValueAsString(exposed.endpoints()), exposed.active(), id)
        .update();
  }

  void wantCancel(UUID id, String reason) {
    jdbc.sql("update tool_run set cancel_reason = ? where id = ? and " + OPEN)
        .params(reason, id)
        .update();
  }

  /// Cancels a waiting run. Returns false if it did not wait.
  boolean cancelQueued(UUID id) {
    return Boolean.TRUE.equals(
        transactions.execute(
            transaction -> {
              boolean waited =
                  jdbc.sql("select id from tool_run where id = ? and state = 'queued' for update")
                      .param(id)
                      .query(UUID.class)
                      .optional()
                      .isPresent();
              if (waited) {
                write(id, RunEnding.canceled());
              }
              return waited;
            }));
  }

  /// Ends a run of this server or of a lost one. Returns false if it was over already.
  boolean end(UUID id, RunEnding ending) {
    return runs.end(id, id, List.of(new LiveEvent.New("ended", "{}")), () -> write(id, ending));
  }

  /// Ends a step, or the remaining steps of a job.
  void endStep(UUID step, RunEnding ending) {
    write(step, ending);
  }

  /// Writes an ending. The session counts as unused from now on.
  private void write(UUID id, RunEnding ending) {
    Optional<ToolRun.Printed> printed = ending.printed();
    jdbc.sql(
            """
            with used as (
              update tool_session set used_at = :now
              where id = (select session from tool_run where id = :id))
            update tool_run set state = :state, exit_code = :code,
              stdout = coalesce(:out, stdout), stderr = coalesce(:err, stderr),
              stdout_bytes = coalesce(:outBytes, stdout_bytes),
              stderr_bytes = coalesce(:errBytes, stderr_bytes),
              started_at = coalesce(started_at, :started),
              error_message = case when :state = 'canceled' then coalesce(cancel_reason, :error)
                                   else :error end,
              orphaned_reason = :orphaned, variables = '{}',
              endpoints_active = false, finished_at = :now
            where (id = :id or parent = :id) and
            """
                + OPEN)
        .param("state", ending.state().word())
        .param("code", ending.exitCode().isPresent() ? ending.exitCode().getAsInt() : null)
        .param("out", printed.map(each -> clean(each.stdout())).orElse(null))
        .param("err", printed.map(each -> clean(each.stderr())).orElse(null))
        .param("outBytes", printed.map(ToolRun.Printed::stdoutBytes).orElse(null))
        .param("errBytes", printed.map(ToolRun.Printed::stderrBytes).orElse(null))
        .param("started", ending.started().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null))
        .param("error", ending.error().orElse(null))
        .param("orphaned", ending.orphaned().orElse(null))
        .param("now", now())
        .param("id", id)
        .update();
  }

  /// Forgets runs that ended long ago and returns their number.
  int forget(Duration age, int most) {
    List<UUID> old =
        jdbc.sql(
                """
                select id from tool_run where parent is null and finished_at < ?
                order by finished_at limit ?
                """)
            .params(now().minus(age), most)
            .query((row, number) -> row.getObject("id", UUID.class))
            .list();
    old.forEach(this::forget);
    return old.size();
  }

  /// Forgets every run of a project.
  void forgetAll(String project) {
    jdbc.sql("select id from tool_run where project = ? and parent is null")
        .param(project)
        .query((row, number) -> row.getObject("id", UUID.class))
        .list()
        .forEach(this::forget);
  }

  private void forget(UUID id) {
    transactions.executeWithoutResult(
        transaction -> {
          runs.forget(id);
          jdbc.sql("delete from tool_run where id = ?").param(id).update();
        });
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
