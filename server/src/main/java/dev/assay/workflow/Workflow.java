package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.FreeSpace;
import dev.assay.workflow.journal.JournalJson;
import dev.assay.workflow.journal.Queue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The package's entry point. It starts runs, reads their state, and works on them once it is open.
/// Runs may be started, read, cancelled and resumed on any server, and as part of a transaction of
/// the caller on the same source.
public final class Workflow implements AutoCloseable {
  private static final int MOST_EVENTS = 500;
  private static final int TRIES = 10;

  private final Map<String, RunKind> kinds = new TreeMap<>();
  private final Queue queue;
  private final Records records;
  private final WorkflowTiming pace;
  private final EventSignals signals;
  private final Worker worker;

  /// @param signals the signals of this server
  /// @param space the free space that steps wait for before they begin
  public Workflow(
      DataSource source,
      Clock clock,
      WorkflowTiming pace,
      EventSignals signals,
      FreeSpace space,
      List<RunKind> kinds) {
    for (RunKind kind : kinds) {
      if (this.kinds.put(kind.definition().kind(), kind) != null) {
        throw new IllegalArgumentException(
            "Two workflows are called " + kind.definition().kind() + ".");
      }
    }
    JdbcClient jdbc = JdbcClient.create(source);
    this.pace = pace;
    this.signals = signals;
    this.queue = new Queue(jdbc, transactions(source), clock);
    this.records = new Records(jdbc);
    this.worker =
        new Worker(
            source, new Execution.Surroundings(clock, pace, space), List.copyOf(kinds), queue);
  }

  /// Transactions with savepoints. In a caller's transaction a failure rolls back only its own
  /// part, and the caller continues.
  private static TransactionTemplate transactions(DataSource source) {
    TransactionTemplate template =
        new TransactionTemplate(new DataSourceTransactionManager(source));
    template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    return template;
  }

  /// Triggers a poll for a change. The changes of a caller's transaction become visible only after
  /// it, so the poll waits for its end.
  private void nudge(Runnable poll) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      poll.run();
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            worker.glanceSoon();
          }
        });
  }

  /// Begins to work on runs.
  public void open() {
    worker.start();
  }

  /// Stops taking work, stops the runs here and hands them on; they continue on another server, or
  /// on the next start.
  @Override
  public void close() {
    worker.close();
  }

  /// Says whether this server works on a run.
  public boolean isWorking() {
    return worker.isWorking();
  }

  /// Puts a run into the queue, unless one of its subject is alive.
  public StartResult start(RunRequest order) {
    RunKind kind = kind(order.kind());
    String input = JournalJson.write(order.input());
    for (int tries = 0; tries < TRIES; tries++) {
      UUID run = UUID.randomUUID();
      if (queue.add(run, order.kind(), order.subject(), input, order.allowed())) {
        nudge(() -> worker.admit(kind));
        return new StartResult.Accepted(run);
      }
      Optional<UUID> alive = queue.findAlive(order.subject());
      if (alive.isPresent()) {
        return new StartResult.Refused(alive.get());
      }
    }
    throw new AssayException(
        ErrorCode.DATABASE_UNAVAILABLE,
        "A run about \"%s\" could not be started; try again.".formatted(order.subject()));
  }

  /// Cancels a run on any server. Returns at once; the run ends within seconds. Returns false if
  /// the run was not alive.
  public boolean cancel(UUID run, String by) {
    records.load(run);
    boolean alive = queue.cancel(run, by);
    if (alive) {
      nudge(worker::glance);
    }
    return alive;
  }

  /// Continues a run that timed out or is inconclusive after its last finished step.
  public StartResult resume(UUID run) {
    RunRecord record = records.load(run);
    Optional<Boolean> queued = queue.resume(run);
    if (queued.isEmpty()) {
      throw new AssayException(
          ErrorCode.RUN_NOT_RESUMABLE,
          "Run %s is %s; only one that is inconclusive or timed out can be resumed."
              .formatted(run, record.state().word()));
    }
    if (!queued.get()) {
      return queue
          .findAlive(record.subject())
          .<StartResult>map(StartResult.Refused::new)
          .orElseGet(() -> resume(run));
    }
    nudge(() -> worker.admit(kind(record.kind())));
    return new StartResult.Accepted(run);
  }

  public RunRecord load(UUID run) {
    return records.load(run);
  }

  public Optional<RunRecord> find(UUID run) {
    return records.find(run);
  }

  /// The runs about a subject, newest first.
  public List<RunRecord> about(String subject, int most) {
    return records.about(subject, most);
  }

  /// The steps begun so far, in the order they were first begun.
  public List<StepRecord> steps(UUID run) {
    return records.steps(run);
  }

  /// The same steps without their results, for callers that poll.
  public List<StepRecord> outline(UUID run) {
    return records.outline(run);
  }

  /// The result of a finished step.
  public <T> Optional<T> result(UUID run, String step, Class<T> type) {
    return records.result(run, step).map(json -> JournalJson.read(json, type));
  }

  /// The waiting and running runs of every kind.
  public List<UUID> alive() {
    return records.alive();
  }

  /// The number of runs in every state.
  public Map<RunRecord.State, Long> count() {
    return records.count();
  }

  /// The results of a run's finished steps that contain a text, as JSON.
  public List<String> results(UUID run, String text) {
    return records.results(run, text);
  }

  /// A page of the events after that number, oldest first.
  public List<RunEvent> events(UUID run, long after) {
    return records.events(run, after, MOST_EVENTS);
  }

  /// Waits for events after that number. Empty if there were none in time, or if the run has ended
  /// and will not have any.
  public List<RunEvent> awaitEvents(UUID run, long after, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    try (EventSignals.Viewer viewer = signals.watch(run)) {
      while (true) {
        viewer.begin();
        List<RunEvent> events = events(run, after);
        long left = end - System.nanoTime();
        if (!events.isEmpty() || left <= 0) {
          return events;
        }
        if (!records.load(run).state().alive()) {
          return events(run, after); // its last ones may have come since
        }
        boolean _ = viewer.await(Duration.ofNanos(left), pace.glance().dividedBy(2));
      }
    }
  }

  /// Removes runs that ended before a time, with everything they kept, and returns their number.
  public int forget(Instant endedBefore) {
    return queue.forget(endedBefore);
  }

  private RunKind kind(String name) {
    RunKind kind = kinds.get(name);
    if (kind == null) {
      throw new IllegalArgumentException(
          "There is no workflow called " + name + "; known are " + kinds.keySet() + ".");
    }
    return kind;
  }
}
