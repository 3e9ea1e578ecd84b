package dev.assay.workflow.journal;

import dev.assay.skill.Visible;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Writes the events of a run, for the one server that holds it.
public final class Journal {
  private static final int LONGEST_REASON = 4000;

  /// Checks the fence, locks the row until the statement is done, and takes the number of the next
  /// event.
  private static final String HELD =
      """
      with held as
        (update workflow_run set events = events + 1
         where id = :run and epoch = :epoch and state = 'running' returning id, events)
      """;

  private static final String ADD_EVENT =
      """
      insert into workflow_event (run, seq, at, kind, body)
      select id, events, :now, :kind, :body::json from held
      """;

  private static final String IF_STEP_CHANGED = "where exists (select 1 from step)";

  private final JdbcClient jdbc;
  private final Clock clock;

  public Journal(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Takes a run over, if the scheduler still assigns it to this server.
  ///
  /// @param pick the version of the scheduler's row when it was picked for this server
  public Optional<Claim> claim(UUID run, String kind, String server, long pick) {
    return jdbc.sql(
            """
            with pick as
              (select 1 from workflow_task
               where task_name = :kind and task_instance = :run::text
                 and picked and picked_by = :server and version = :pick for update)
            update workflow_run set epoch = epoch + 1, holder = :server,
              started_at = coalesce(started_at, :now),
              deadline = :now + (allowed_ms - used_ms) * interval '1 millisecond'
            where id = :run and state = 'running' and exists (select 1 from pick)
            returning epoch, subject, input, deadline, allowed_ms, used_ms, cancelled_by
            """)
        .param("run", run)
        .param("kind", kind)
        .param("server", server)
        .param("pick", pick)
        .param("now", now())
        .query(
            (row, number) ->
                new Claim(
                    new FencingToken(run, row.getLong("epoch")),
                    row.getString("subject"),
                    row.getString("input"),
                    row.getObject("deadline", OffsetDateTime.class).toInstant(),
                    Duration.ofMillis(row.getLong("allowed_ms")),
                    Duration.ofMillis(row.getLong("used_ms")),
                    Optional.ofNullable(row.getString("cancelled_by")),
                    List.of()))
        .optional()
        .map(claim -> claim.withInFlight(inFlight(run)));
  }

  /// Notes the used part of a run's time, if this server still holds the run.
  public void use(FencingToken fence, Duration used) {
    jdbc.sql("update workflow_run set used_ms = ? where id = ? and epoch = ? and state = 'running'")
        .params(used.toMillis(), fence.run(), fence.epoch())
        .update();
  }

  /// The epoch of the run's current claim, if it is under way.
  public Optional<Long> findEpoch(UUID run) {
    return jdbc.sql("select epoch from workflow_run where id = ? and state = 'running'")
        .param(run)
        .query(Long.class)
        .optional();
  }

  /// Writes a run's heartbeat and says whether the scheduler still assigns the run to this server.
  /// The scheduler's times are the machine's.
  public boolean heartbeat(UUID run, String kind, String server, long pick) {
    return jdbc.sql(
                """
                update workflow_task t set last_heartbeat = :now
                where t.task_name = :kind and t.task_instance = :run::text
                  and t.picked and t.picked_by = :server and t.version = :pick
                """)
            .param("now", Instant.now().atOffset(ZoneOffset.UTC))
            .param("kind", kind)
            .param("run", run)
            .param("server", server)
            .param("pick", pick)
            .update()
        > 0;
  }

  private List<String> inFlight(UUID run) {
    return jdbc.sql("select name from workflow_step where run = ? and state = 'started'")
        .param(run)
        .query((row, number) -> row.getString("name"))
        .list();
  }

  /// Begins a step, or finds it done.
  public StepAttempt begin(FencingToken fence, String step) {
    Optional<String> done =
        jdbc.sql(
                "select result from workflow_step where run = ? and name = ? and state = 'finished'")
            .params(fence.run(), step)
            .query(String.class)
            .optional();
    if (done.isPresent()) {
      return new StepAttempt(0, 0, 0, done);
    }
    return jdbc.sql(
            HELD
                + """
                , begun as
                  (insert into workflow_step (run, name, state, attempt, started_at)
                   select id, :step, 'started', 1, :now from held
                   on conflict (run, name) do update set
                     attempt = workflow_step.attempt + 1, state = 'started', started_at = :now,
                     lost = workflow_step.lost
                       + case workflow_step.state when 'started' then 1 else 0 end
                   where workflow_step.state <> 'finished'
                   returning attempt, failures, lost),
                told as
                  (insert into workflow_event (run, seq, at, kind, body)
                   select id, events, :now, 'step-started',
                     json_build_object('step', :step::text, 'attempt', attempt)
                   from held, begun)
                select attempt, failures, lost from begun
                """)
        .param("run", fence.run())
        .param("epoch", fence.epoch())
        .param("step", step)
        .param("now", now())
        .query(
            (row, number) ->
                new StepAttempt(
                    row.getInt("attempt"),
                    row.getInt("failures"),
                    row.getInt("lost"),
                    Optional.empty()))
        .optional()
        .orElseThrow(() -> new OwnershipLost(fence));
  }

  /// Writes a step's result, which is final.
  public void finish(FencingToken fence, String step, String result) {
    change(
        fence,
        """
        , step as
          (update workflow_step s set state = 'finished', result = :result::json,
             finished_at = :now, reason = null
           from held where s.run = held.id and s.name = :step and s.state = 'started'
           returning 1)
        """,
        "step-finished",
        Map.of("step", step),
        Map.of("step", step, "result", result));
  }

  /// Notes that a step's work ended with a fault.
  public void fail(FencingToken fence, String step, String reason) {
    String shown = shortened(reason);
    change(
        fence,
        """
        , step as
          (update workflow_step s set state = 'failed', failures = failures + 1, reason = :reason
           from held where s.run = held.id and s.name = :step and s.state = 'started'
           returning 1)
        """,
        "step-failed",
        Map.of("step", step, "reason", shown),
        Map.of("step", step, "reason", shown));
  }

  /// Notes that a step was stopped through no fault of its own.
  public void interrupt(FencingToken fence, String step) {
    change(
        fence,
        """
        , step as
          (update workflow_step s set state = 'interrupted'
           from held where s.run = held.id and s.name = :step and s.state = 'started'
           returning 1)
        """,
        "step-interrupted",
        Map.of("step", step),
        Map.of("step", step));
  }

  public void report(FencingToken fence, String kind, Object body) {
    change(fence, "", kind, body, Map.of());
  }

  /// Ends the run, which releases its slot.
  public void end(FencingToken fence, Ending ending) {
    int rows =
        jdbc.sql(
                """
                with held as
                  (update workflow_run set events = events + 1, state = :state, ended_at = :now,
                     result = :result::json, reason_code = :code, reason = :reason, holder = null
                   where id = :run and epoch = :epoch and state = 'running' returning id, events)
                """
                    + ADD_EVENT)
            .param("run", fence.run())
            .param("epoch", fence.epoch())
            .param("state", ending.state())
            .param("result", ending.result())
            .param("code", ending.code())
            .param("reason", ending.reason() == null ? null : shortened(ending.reason()))
            .param("now", now())
            .param("kind", ending.state().replace('_', '-'))
            .param(
                "body",
                JournalJson.write(
                    ending.reason() == null
                        ? Map.of()
                        : Map.of("reason", shortened(ending.reason()))))
            .update();
    if (rows == 0) {
      throw new OwnershipLost(fence);
    }
  }

  /// The ending of a run in the words of the table.
  public record Ending(
      String state, @Nullable String result, @Nullable String code, @Nullable String reason) {}

  private void change(
      FencingToken fence,
      String statement,
      String kind,
      Object body,
      Map<String, String> parameters) {
    int rows =
        jdbc.sql(HELD + statement + ADD_EVENT + (statement.isEmpty() ? "" : IF_STEP_CHANGED))
            .param("run", fence.run())
            .param("epoch", fence.epoch())
            .param("now", now())
            .param("kind", kind)
            .param("body", JournalJson.write(body))
            .params(parameters)
            .update();
    if (rows == 0) {
      throw new OwnershipLost(fence);
    }
  }

  private static String shortened(String reason) {
    return Visible.text(reason, LONGEST_REASON);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
