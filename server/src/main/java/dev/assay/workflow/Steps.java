package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.workflow.journal.Begun;
import dev.assay.workflow.journal.Fence;
import dev.assay.workflow.journal.Journal;
import dev.assay.workflow.journal.Json;
import dev.assay.workflow.stop.Cause;
import dev.assay.workflow.stop.StopSignal;
import dev.assay.workflow.stop.Stopped;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Performs the steps of one run: at most once to the end, again after faults that are worth it.
final class Steps {
  private static final Logger log = LoggerFactory.getLogger(Steps.class);

  private final Journal journal;
  private final Fence fence;
  private final StopSignal signal;
  private final Story story;
  private final Pace.Retry retry;
  private final Set<String> named = ConcurrentHashMap.newKeySet();

  Steps(Journal journal, Fence fence, StopSignal signal, Story story, Pace.Retry retry) {
    this.journal = journal;
    this.fence = fence;
    this.signal = signal;
    this.story = story;
    this.retry = retry;
  }

  <T> T perform(String name, Class<T> type, Work<T> work) {
    if (!named.add(name)) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR,
          "The story \"%s\" uses the step name \"%s\" twice.".formatted(story.kind(), name));
    }
    while (true) {
      signal.check();
      Begun begun = journal.begin(fence, name);
      if (begun.result().isPresent()) {
        return Json.read(begun.result().get(), type);
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
      String result = Json.write(value);
      journal.finish(fence, name, result);
      return Json.read(result, type);
    }
  }

  void tell(String kind, Object body) {
    signal.check();
    journal.tell(fence, kind, body);
  }

  /// Removes what a step left; whatever goes wrong there stops nothing else.
  void cleanUp(String step) {
    try {
      story.cleanUp(fence.run(), step);
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

  private static void requireHope(String name, Begun begun) {
    if (begun.lost() >= Pace.Retry.LOST_MOST) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR,
          "The server died or lost its database %d times during the step \"%s\". Look into its log before"
                  .formatted(begun.lost(), name)
              + " you resume the run.");
    }
  }

  private void pause(String name, Throwable fault, Duration time) {
    log.info(
        "Run {}: step \"{}\" is tried again in {}: {}", fence.run(), name, time, reasonOf(fault));
    try {
      signal.during(
          () -> {
            retry.pause().await(time);
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
