package dev.assay.workflow;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.assay.skill.LoggedFailure;
import dev.assay.workflow.journal.Claim;
import dev.assay.workflow.journal.Journal;
import dev.assay.workflow.journal.Queue;
import dev.assay.workflow.stop.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Works on the runs that the scheduler gives to this server.
///
/// The scheduler uses the machine's clock, because heartbeats are about real servers. The clocks of
/// the servers on one database must agree to a few seconds. If they do not, runs are taken from
/// living servers, which costs time but no correctness.
final class Worker implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);
  private static final int GLANCES_PER_NOTE = 4;
  private static final Duration AFTER_A_BUG = Duration.ofSeconds(5);

  private final String server = "server-" + UUID.randomUUID();
  private final List<RunKind> kinds;
  private final Queue queue;
  private final Journal journal;
  private final RunMonitor watch;
  private final WorkflowTiming pace;
  private final Execution.Surroundings around;
  private final Scheduler scheduler;
  private final ScheduledExecutorService glances =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("workflow-glance").factory());
  private volatile boolean stopping;
  private boolean databaseAway;
  private long glanceNumber;

  Worker(DataSource source, Execution.Surroundings around, List<RunKind> kinds, Queue queue) {
    this.around = around;
    this.pace = around.pace();
    JdbcClient jdbc = JdbcClient.create(source);
    this.kinds = kinds;
    this.queue = queue;
    this.journal = new Journal(jdbc, around.clock());
    this.watch = new RunMonitor(jdbc);
    List<Task<?>> tasks = kinds.stream().<Task<?>>map(this::task).toList();
    this.scheduler =
        Scheduler.create(source, tasks)
            .tableName("workflow_task")
            .schedulerName(new SchedulerName.Fixed(server))
            .threads(2 + 2 * kinds.stream().mapToInt(RunKind::atOnce).sum())
            .executorService(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("run-", 0).factory()))
            .pollUsingLockAndFetch(0.5, 1)
            .pollingInterval(pace.glance())
            .heartbeatInterval(pace.heartbeat())
            .missedHeartbeatsLimit(WorkflowTiming.MISSED_HEARTBEATS)
            .shutdownMaxWait(pace.grace())
            .deleteUnresolvedAfter(Duration.ofDays(36_500))
            .build();
  }

  void start() {
    scheduler.start();
    long every = pace.glance().toMillis();
    var _ = glances.scheduleWithFixedDelay(this::glance, every, every, TimeUnit.MILLISECONDS);
  }

  boolean isWorking() {
    return watch.isWorking();
  }

  /// Fills free slots and lets the scheduler poll at once.
  void admit(RunKind kind) {
    if (queue.admit(kind.definition().kind(), kind.atOnce()) > 0) {
      scheduler.triggerCheckForDueExecutions();
    }
  }

  /// Polls on another thread, and not at all after this is closed.
  void glanceSoon() {
    try {
      glances.execute(this::glance);
    } catch (RejectedExecutionException e) {
      log.debug("Closing; the next server sees to it", e);
    }
  }

  synchronized void glance() {
    try {
      watch.glance();
      if (glanceNumber++ % GLANCES_PER_NOTE == 0) {
        watch.noteUse();
      }
      for (RunKind kind : kinds) {
        if (queue.hasWork(kind.definition().kind())) {
          admit(kind);
        }
      }
      databaseAway = false;
    } catch (RuntimeException e) {
      if (!databaseAway) {
        LoggedFailure shown =
            Faults.databaseIsAway(e) ? LoggedFailure.known(e) : LoggedFailure.of(e);
        log.warn("Could not check the runs; will go on trying: {}", shown.line(), shown.trace());
      }
      databaseAway = true;
    }
  }

  /// Stops every run here and hands it on.
  @Override
  public void close() {
    stopping = true;
    scheduler.pause();
    glances.shutdown();
    noteUse();
    watch.stopAll();
    scheduler.stop();
  }

  private void noteUse() {
    try {
      watch.noteUse();
    } catch (DataAccessException e) {
      log.debug("The time that runs used was not written down; they get a little more", e);
    }
  }

  private Task<Void> task(RunKind kind) {
    return Tasks.custom(kind.definition().kind(), Void.class)
        .onFailure((done, row) -> row.reschedule(done, Instant.now().plus(AFTER_A_BUG)))
        .onDeadExecution(
            (done, row) -> {
              if (!isAliveHere(done.getExecution())) {
                row.reschedule(done, Instant.EPOCH);
              }
            })
        .execute((instance, context) -> work(kind, instance, context));
  }

  /// Says whether this server still works on a run whose heartbeat is late, as on a slow machine,
  /// and writes the heartbeat again. Other servers may take such a run over.
  private boolean isAliveHere(com.github.kagkarlsson.scheduler.task.Execution row) {
    UUID run = UUID.fromString(row.getId());
    return server.equals(row.pickedBy)
        && watch.holds(run)
        && journal.heartbeat(run, row.getTaskName(), server, row.version);
  }

  private CompletionHandler<Void> work(
      RunKind kind, TaskInstance<Void> instance, ExecutionContext context) {
    if (stopping) {
      return handOn();
    }
    UUID run = UUID.fromString(instance.getId());
    Optional<Execution> alive = watch.find(run).filter(execution -> isCurrent(run, execution));
    if (alive.isPresent()) {
      log.warn("Run {} was taken for dead by another server and goes on here", run);
      return completion(kind, alive.get().followToEnd());
    }
    Optional<Claim> claim =
        journal.claim(run, kind.definition().kind(), server, context.getExecution().version);
    if (claim.isEmpty()) {
      return queue.isRunning(run) ? leave() : new CompletionHandler.OnCompleteRemove<>();
    }
    Execution execution = new Execution(kind.definition(), claim.get(), journal, around);
    watch.add(run, execution);
    try {
      if (stopping) {
        execution.stop(Cause.SHUTDOWN);
      }
      Execution.Next next = execution.run();
      return execution.isFollowed() ? leave() : completion(kind, next);
    } finally {
      watch.remove(run, execution);
    }
  }

  /// Says whether this is still the latest execution of the run.
  private boolean isCurrent(UUID run, Execution execution) {
    return journal.findEpoch(run).equals(Optional.of(execution.epoch()));
  }

  private CompletionHandler<Void> completion(RunKind kind, Execution.Next next) {
    return switch (next) {
      case DONE -> {
        admit(kind);
        yield new CompletionHandler.OnCompleteRemove<>();
      }
      case HAND_ON -> handOn();
      case LEAVE -> leave();
    };
  }

  private static CompletionHandler<Void> handOn() {
    return (done, row) -> row.reschedule(done, Instant.EPOCH);
  }

  private static CompletionHandler<Void> leave() {
    return (done, row) -> {};
  }
}
