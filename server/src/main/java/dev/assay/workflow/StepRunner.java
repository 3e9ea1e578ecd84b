package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.FreeSpace;
import dev.assay.skill.LoggedFailure;
import dev.assay.workflow.journal.FencingToken;
import dev.assay.workflow.journal.Journal;
import dev.assay.workflow.journal.JournalJson;
import dev.assay.workflow.journal.StepAttempt;
import dev.assay.workflow.stop.Cause;
import dev.assay.workflow.stop.StopSignal;
import dev.assay.workflow.stop.Stopped;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Performs the steps of one run. A step is finished at most once, and retried after transient
/// faults.
final class StepRunner {
  private static final Logger log = LoggerFactory.getLogger(StepRunner.class);

  private static final Duration SPACE_PAUSE = Duration.ofMillis(500);

  private final Journal journal;
  private final FencingToken fence;
  private final StopSignal signal;
  private final WorkflowDefinition definition;
  private final WorkflowTiming.Retry retry;
  private final FreeSpace space;
  private final Set<String> named = ConcurrentHashMap.newKeySet();

  StepRunner(
      Journal journal,
      FencingToken fence,
      StopSignal signal,
      WorkflowDefinition definition,
      WorkflowTiming.Retry retry,
      FreeSpace space) {
    this.space = space;
    this.journal = journal;
    this.fence = fence;
    this.signal = signal;
    this.definition = definition;
    this.retry = retry;
  }

  <T> T perform(String name, Class<T> type, StepWork<T> work) {
    if (!named.add(name)) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR,
          "The workflow \"%s\" uses the step name \"%s\" twice."
              .formatted(definition.kind(), name));
    }
    while (true) {
      signal.check();
      awaitSpace(name);
      StepAttempt begun = journal.begin(fence, name);
      if (begun.result().isPresent()) {
        return JournalJson.read(begun.result().get(), type);
      }
      T value;
      try {
        requireHope(name, begun);
        value = signal.during(work::run);
      } catch (Stopped stopped) {
        cleanUp(name);
        if (stopped.why() != Cause.FENCED) {
          journal.interrupt(fence, name);
        }
        throw stopped;
      } catch (Exception | Error fault) {
        cleanUp(name);
        journal.fail(fence, name, reasonOf(fault));
        if (!Faults.worthRetrying(fault) || begun.failures() >= retry.retries()) {
          throw Run.asUnchecked(fault);
        }
        pause(name, fault, retry.pauseBefore(begun.failures()));
        continue;
      }
      String result = JournalJson.write(value);
      journal.finish(fence, name, result);
      return JournalJson.read(result, type);
    }
  }

  void report(String kind, Object body) {
    signal.check();
    journal.report(fence, kind, body);
  }

  /// Cleans up after a step; faults of the cleanup stop nothing else.
  void cleanUp(String step) {
    try {
      definition.cleanUp(fence.run(), step);
    } catch (RuntimeException e) {
      LoggedFailure shown = Faults.databaseIsAway(e) ? LoggedFailure.known(e) : LoggedFailure.of(e);
      log.warn(
          "Run {}: could not clean up after step \"{}\": {}",
          fence.run(),
          step,
          shown.line(),
          shown.trace());
    }
  }

  private static void requireHope(String name, StepAttempt begun) {
    if (begun.lost() >= WorkflowTiming.Retry.LOST_MOST) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR,
          "The server died or lost its database %d times during the step \"%s\". Read its log before"
                  .formatted(begun.lost(), name)
              + " you resume the run.");
    }
  }

  /// Waits for disk space, because a step that fills the disk would stop the database, too.
  private void awaitSpace(String name) {
    Optional<String> shortage = space.findShortage();
    if (shortage.isPresent()) {
      log.warn("Run {}: step \"{}\" waits for storage: {}", fence.run(), name, shortage.get());
    }
    while (space.findShortage().isPresent()) {
      pause(Thread::sleep, SPACE_PAUSE);
    }
  }

  private void pause(String name, Throwable fault, Duration time) {
    log.info(
        "Run {}: step \"{}\" is tried again in {}: {}", fence.run(), name, time, reasonOf(fault));
    pause(retry.pause(), time);
  }

  private void pause(WorkflowTiming.Pause way, Duration time) {
    try {
      signal.during(
          () -> {
            way.await(time);
            return time;
          });
    } catch (Exception e) {
      throw Run.asUnchecked(e);
    }
  }

  private static String reasonOf(Throwable fault) {
    return fault instanceof AssayException ours ? ours.reason() : fault.toString();
  }
}
