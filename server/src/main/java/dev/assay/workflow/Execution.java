package dev.assay.workflow;

import dev.assay.skill.FreeSpace;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.WallClock;
import dev.assay.workflow.journal.Claim;
import dev.assay.workflow.journal.Journal;
import dev.assay.workflow.journal.JournalJson;
import dev.assay.workflow.journal.OwnershipLost;
import dev.assay.workflow.stop.Cause;
import dev.assay.workflow.stop.StopSignal;
import dev.assay.workflow.stop.Stopped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One server's work on one run.
final class Execution {
  private static final Logger log = LoggerFactory.getLogger(Execution.class);

  /// The settings that all executions of a server share.
  record Surroundings(Clock clock, WorkflowTiming pace, FreeSpace space) {}

  /// The scheduler's next action.
  enum Next {
    /// The run has ended.
    DONE,
    /// Another server may continue at once.
    HAND_ON,
    /// The run belongs to another server, or the database is unreachable: the scheduler will detect
    /// either.
    LEAVE
  }

  private final WorkflowDefinition definition;
  private final Claim claim;
  private final Journal journal;
  private final WorkflowTiming pace;
  private final Clock steady;
  private final Instant begun;
  private final FreeSpace space;
  private final StopSignal signal = new StopSignal();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final CompletableFuture<Next> over = new CompletableFuture<>();
  private volatile boolean followed;
  private volatile String cancelledBy = "";
  private int glancesSinceStop;

  Execution(WorkflowDefinition definition, Claim claim, Journal journal, Surroundings around) {
    this.steady = WallClock.steady(around.clock());
    this.begun = steady.instant();
    this.space = around.space();
    this.definition = definition;
    this.claim = claim;
    this.journal = journal;
    this.pace = around.pace();
    claim.cancelledBy().ifPresent(this::cancel);
  }

  long epoch() {
    return claim.fence().epoch();
  }

  void cancel(String by) {
    cancelledBy = by;
    signal.raise(Cause.CANCELLED);
  }

  void stop(Cause cause) {
    signal.raise(cause);
  }

  boolean overdue() {
    return used().compareTo(claim.allowed()) >= 0;
  }

  /// The time used so far. Only time in which a server works on the run counts, and changes of the
  /// machine's clock do not.
  private Duration used() {
    return claim.used().plus(Duration.between(begun, steady.instant()));
  }

  /// Writes down the used part of the run's time.
  void noteUse() {
    journal.use(claim.fence(), used());
  }

  /// Says whether another server has taken over the run.
  boolean isLost() {
    return signal.cause().equals(Optional.of(Cause.FENCED));
  }

  /// Waits for the end of the work, on behalf of a newer row of the scheduler's for the same work.
  /// The caller then takes the next action.
  Next followToEnd() {
    followed = true;
    return over.join();
  }

  boolean isFollowed() {
    return followed;
  }

  Next run() {
    Next next = Next.LEAVE;
    try {
      next = perform();
      return next;
    } finally {
      over.complete(next);
    }
  }

  private Next perform() {
    StepRunner steps =
        new StepRunner(journal, claim.fence(), signal, definition, pace.retry(), space);
    claim.inFlight().forEach(steps::cleanUp);
    try {
      RunOutcome outcome = outcome(steps);
      end(outcome);
      return Next.DONE;
    } catch (Stopped stopped) {
      return stopped.why() == Cause.SHUTDOWN ? Next.HAND_ON : Next.LEAVE;
    } catch (OwnershipLost fenced) {
      log.warn("{} This server lets go of it.", fenced.getMessage());
      return Next.LEAVE;
    } catch (RuntimeException e) {
      if (Faults.databaseIsAway(e)) {
        log.warn(
            "Run {}: the database is away, somebody goes on later: {}",
            claim.fence().run(),
            LoggedFailure.known(e).line());
        return Next.LEAVE;
      }
      LoggedFailure shown = LoggedFailure.of(e);
      log.error(
          "Run {}: its outcome could not be written: {}",
          claim.fence().run(),
          shown.line(),
          shown.trace());
      end(Faults.outcomeOf(e));
      return Next.DONE;
    }
  }

  private RunOutcome outcome(StepRunner steps) {
    try {
      signal.check();
      Object result = definition.run(new Run(claim, steps));
      signal.check();
      return new RunOutcome.Finished(JournalJson.write(result));
    } catch (OwnershipLost fenced) {
      throw fenced;
    } catch (RuntimeException | Error fault) {
      Optional<Cause> cause = signal.cause();
      if (cause.isPresent()) {
        return stopped(cause.get());
      }
      if (fault instanceof RuntimeException away && Faults.databaseIsAway(away)) {
        throw away;
      }
      RunOutcome outcome = Faults.outcomeOf(fault);
      LoggedFailure shown = LoggedFailure.of(fault);
      log.warn(
          "Run {} ends as {}: {}",
          claim.fence().run(),
          outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT),
          shown.line(),
          shown.trace());
      return outcome;
    }
  }

  private RunOutcome stopped(Cause cause) {
    return switch (cause) {
      case CANCELLED -> new RunOutcome.Cancelled(cancelledBy);
      case TIMED_OUT -> new RunOutcome.TimedOut(claim.deadline());
      case SHUTDOWN, FENCED -> {
        signal.check();
        throw new IllegalStateException("not stopped");
      }
    };
  }

  /// Stops a run again that was stopped already, and takes its slot if it does not react. Called at
  /// every poll.
  void urge() {
    Optional<Cause> cause = signal.cause();
    if (cause.isEmpty()) {
      return;
    }
    signal.repeat();
    glancesSinceStop++;
    boolean late = pace.glance().multipliedBy(glancesSinceStop).compareTo(pace.grace()) > 0;
    boolean ends = cause.get() == Cause.CANCELLED || cause.get() == Cause.TIMED_OUT;
    if (late && ends && !ended.get()) {
      log.warn("Run {} does not stop; it ends without its workflow's code", claim.fence().run());
      Thread.ofVirtual().name("run-ends").start(() -> endWithoutStory(cause.get()));
    }
  }

  private void endWithoutStory(Cause cause) {
    try {
      end(stopped(cause));
    } catch (OwnershipLost fenced) {
      log.info("{}", fenced.getMessage());
    } catch (RuntimeException e) {
      LoggedFailure shown = Faults.databaseIsAway(e) ? LoggedFailure.known(e) : LoggedFailure.of(e);
      log.warn(
          "Run {} could not be ended; will try again: {}",
          claim.fence().run(),
          shown.line(),
          shown.trace());
    }
  }

  private void end(RunOutcome outcome) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    boolean written = false;
    try {
      notifyEnd(outcome);
      journal.end(claim.fence(), OutcomeStore.of(outcome));
      written = true;
    } finally {
      ended.set(written);
    }
    log.info(
        "Run {} of {} ended: {}",
        claim.fence().run(),
        claim.subject(),
        OutcomeStore.shown(outcome));
  }

  private void notifyEnd(RunOutcome outcome) {
    try {
      definition.ending(claim.fence().run(), outcome);
    } catch (RuntimeException e) {
      if (Faults.databaseIsAway(e)) {
        throw e;
      }
      LoggedFailure shown = LoggedFailure.of(e);
      log.error(
          "Run {}: the workflow could not handle its end {}: {}",
          claim.fence().run(),
          outcome,
          shown.line(),
          shown.trace());
    }
  }
}
