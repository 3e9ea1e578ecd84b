package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.WorkKind;
import dev.assay.workflow.stop.Cause;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The light kind of run: work that the server does at once on request, while people watch its
/// events. It goes on with or without viewers. It has no steps that could be repeated: if its
/// server dies, another one ends it.
///
/// Every use has an instance of its own, with its kind and its limit. Events are written before
/// viewers see them, so a viewer can come later, come again, or ask another server.
public final class LiveRuns implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LiveRuns.class);
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);
  private static final Duration LOST_AFTER = Duration.ofSeconds(8);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration LOOK_HERE_EVERY = Duration.ofSeconds(2);
  private static final Duration GOODBYE = Duration.ofSeconds(10);
  private static final int MOST_EVENTS = 500;
  private static final int RETRY_AFTER_SECONDS = 3;

  private final String kind;
  private final LiveTable table;
  private final TransactionOperations transactions;
  private final Semaphore places;
  private final int kept;
  private final EventSignals signals;
  private final Map<UUID, LiveRun> running = new ConcurrentHashMap<>();
  private final String server = UUID.randomUUID().toString();
  private volatile boolean closed;

  /// @param signals the signals of this server
  /// @param kind one word for the work
  /// @param atOnce the number of runs that this server works on at a time; the last fifth is for
  ///   owners without a run under way
  public LiveRuns(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock,
      EventSignals signals,
      String kind,
      int atOnce) {
    this.signals = signals;
    this.kind = kind;
    this.table = new LiveTable(jdbc, clock, kind);
    this.transactions = transactions;
    this.places = new Semaphore(atOnce);
    this.kept = atOnce / 5;
  }

  /// A slot for one run on this server. It is released when it is closed without having been used.
  public final class Place implements AutoCloseable {
    private final String owner;
    private boolean used;

    private Place(String owner) {
      this.owner = owner;
    }

    /// Works on a run that has begun, on a new thread.
    public void start(UUID run, UUID stream, Consumer<LiveRun> work) {
      start(run, stream, work, () -> {});
    }

    /// @param afterwards an action after the slot is released
    public void start(UUID run, UUID stream, Consumer<LiveRun> work, Runnable afterwards) {
      used = true;
      LiveRun live = new LiveRun(LiveRuns.this, run, stream, owner);
      LiveRuns.this.start(live, run, work, afterwards);
    }

    @Override
    public void close() {
      if (!used) {
        places.release();
      }
    }
  }

  /// @param owner the owner of the run
  /// @throws AssayException with `TOO_BUSY`
  public Place take(String owner) {
    if (closed || takesTooMany(owner) || !places.tryAcquire()) {
      throw new AssayException(
          ErrorCode.TOO_BUSY,
          "The server works on as many answers as it can at a time. Try again soon.",
          Map.of("retry_after_seconds", RETRY_AFTER_SECONDS));
    }
    return new Place(owner);
  }

  private boolean takesTooMany(String owner) {
    return places.availablePermits() <= kept
        && running.values().stream().anyMatch(run -> run.owner().equals(owner));
  }

  /// Writes the beginning of a run here, as part of the caller's transaction. Returns false if
  /// another run of the stream is alive.
  public boolean begin(UUID run, UUID stream) {
    return table.begin(run, stream, server);
  }

  private void start(LiveRun run, UUID id, Consumer<LiveRun> work, Runnable afterwards) {
    running.put(id, run);
    Thread.ofVirtual().name("pulse-" + id).start(() -> pulse(id, run));
    // Not a virtual thread: an interrupt in the middle of a database call would cut its connection.
    Thread.ofPlatform()
        .daemon()
        .name(kind + "-" + id)
        .start(
            WorkKind.current()
                .doing(
                    () -> {
                      run.workedOnBy(Thread.currentThread());
                      try {
                        work.accept(run);
                      } catch (RuntimeException e) {
                        LoggedFailure shown = LoggedFailure.of(e);
                        log.error(
                            "The {} {} broke and will be ended as lost: {}",
                            kind,
                            id,
                            shown.line(),
                            shown.trace());
                      } finally {
                        running.remove(id);
                        places.release();
                        run.finished();
                        afterwards.run();
                      }
                    }));
  }

  /// Writes the run's heartbeat, and reads requests to cancel it.
  private void pulse(UUID id, LiveRun run) {
    try {
      for (Thread.sleep(HEARTBEAT); running.get(id) == run; Thread.sleep(HEARTBEAT)) {
        try {
          Optional<Boolean> cancelled = table.heartbeat(id);
          if (cancelled.isEmpty()) {
            run.stop(Cause.FENCED);
          } else if (cancelled.get()) {
            run.stop(Cause.CANCELLED);
          }
        } catch (DataAccessException e) {
          log.warn("The {} {} could not say that it lives: {}", kind, id, e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Optional<Long> append(UUID run, LiveEvent.New event) {
    return table.append(run, event);
  }

  void signal(UUID stream) {
    signals.written(stream);
  }

  /// Ends a run: its last events, its end and the caller's writes, in one transaction. Returns
  /// false if it was over already; then nothing is written.
  public boolean end(UUID run, UUID stream, List<LiveEvent.New> last, Runnable along) {
    boolean ended =
        Boolean.TRUE.equals(
            transactions.execute(
                transaction -> {
                  int before = Math.max(0, last.size() - 1);
                  for (LiveEvent.New each : last.subList(0, before)) {
                    if (table.append(run, each).isEmpty()) {
                      return false;
                    }
                  }
                  if (last.isEmpty() ? !table.end(run) : !table.end(run, last.getLast())) {
                    return false;
                  }
                  along.run();
                  return true;
                }));
    signals.written(stream);
    return ended;
  }

  /// Cancels the run of a stream that is alive, on any server, and returns its id.
  public Optional<UUID> cancel(UUID stream) {
    Optional<UUID> run = table.cancel(stream);
    run.map(running::get).ifPresent(here -> here.stop(Cause.CANCELLED));
    return run;
  }

  /// The runs of servers that have been silent. Runs of this server are never among them, however
  /// late their heartbeats. The caller ends these runs, and calls this every few seconds.
  public List<UUID> lost() {
    return table.silent(LOST_AFTER).stream().filter(run -> !running.containsKey(run)).toList();
  }

  /// Says whether the run's heartbeats are missing. This is true sooner than the run counts as
  /// lost.
  public boolean isSilent(UUID run) {
    return !running.containsKey(run) && table.silent(HEARTBEAT.multipliedBy(3)).contains(run);
  }

  /// Waits until this server has finished a run; returns at once if it does not work on it.
  public void join(UUID run, Duration patience) throws InterruptedException {
    LiveRun here = running.get(run);
    if (here != null) {
      here.join(patience);
    }
  }

  /// Says whether this server works on a run.
  public boolean isWorking() {
    return !running.isEmpty();
  }

  /// The number of runs that this server works on.
  public int working() {
    return running.size();
  }

  /// Says whether another server worked on the previous run of the stream.
  public boolean changedServer(UUID run) {
    return table.changedServer(run);
  }

  public List<LiveEvent> eventsOf(UUID run) {
    return table.eventsOf(run);
  }

  /// The number to start [#news] with for the events of a run.
  public long startOf(UUID run) {
    return table.startOf(run);
  }

  /// The numbers of the latest events, for those of the streams that have any.
  public Map<UUID, Long> last(Collection<UUID> streams) {
    return table.last(streams);
  }

  /// The events after a number; waits for some if there are none yet.
  public List<LiveEvent> news(UUID stream, long after, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    try (EventSignals.Viewer viewer = signals.watch(stream)) {
      while (true) {
        viewer.begin();
        List<LiveEvent> events = table.events(stream, after, MOST_EVENTS);
        long left = end - System.nanoTime();
        if (!events.isEmpty() || left <= 0) {
          return events;
        }
        boolean _ =
            viewer.await(
                Duration.ofNanos(left), isWorkedOnHere(stream) ? LOOK_HERE_EVERY : LOOK_EVERY);
      }
    }
  }

  /// Says whether this server works on the stream, so that every event signals its viewers at once.
  private boolean isWorkedOnHere(UUID stream) {
    return running.values().stream().anyMatch(run -> run.stream().equals(stream));
  }

  /// Removes a stream with its runs and events, as part of the caller's transaction.
  public void forget(UUID stream) {
    table.forget(stream);
  }

  /// Stops every run of this server and waits until each has ended.
  @Override
  public void close() {
    closed = true;
    long end = System.nanoTime() + GOODBYE.toNanos();
    running.values().forEach(run -> run.stop(Cause.SHUTDOWN));
    try {
      while (!running.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
