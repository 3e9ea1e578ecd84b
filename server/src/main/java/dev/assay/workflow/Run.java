package dev.assay.workflow;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.workflow.journal.Claim;
import dev.assay.workflow.journal.JournalJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// A run from the view of its workflow.
public final class Run {
  private final Claim claim;
  private final StepRunner steps;

  Run(Claim claim, StepRunner steps) {
    this.claim = claim;
    this.steps = steps;
  }

  public UUID id() {
    return claim.fence().run();
  }

  public String subject() {
    return claim.subject();
  }

  public <T> T input(Class<T> type) {
    return JournalJson.read(claim.input(), type);
  }

  /// The time at which the run is stopped if it has not ended.
  public Instant deadline() {
    return claim.deadline();
  }

  /// Does the work and keeps its result, or returns the kept result. The value comes out of the
  /// journal either way. A name is used once in a run.
  ///
  /// A transient fault is retried; any other is thrown.
  public <T> T step(String name, Class<T> type, StepWork<T> work) {
    return steps.perform(name, type, work);
  }

  /// Performs steps in parallel, up to a limit, and returns their results in the order of the
  /// steps. After a fault the steps under way finish, no further one begins, and the fault is
  /// thrown.
  public <T> List<T> steps(Class<T> type, List<Step<T>> wanted, int atMost) {
    return beside(
        wanted.stream()
            .<Supplier<T>>map(step -> () -> step(step.name(), type, step.work()))
            .toList(),
        atMost);
  }

  /// Performs parts of the workflow in parallel, each with steps of its own, in the same way.
  public <T> List<T> beside(List<Supplier<T>> parts, int atMost) {
    Semaphore free = new Semaphore(atMost);
    AtomicBoolean fault = new AtomicBoolean();
    List<Future<T>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Supplier<T> part : parts) {
        free.acquireUninterruptibly();
        if (fault.get()) {
          break;
        }
        futures.add(
            threads.submit(
                () -> {
                  boolean done = false;
                  try {
                    T value = part.get();
                    done = true;
                    return value;
                  } finally {
                    if (!done) {
                      fault.set(true);
                    }
                    free.release();
                  }
                }));
      }
    }
    return futures.stream().map(Run::resultOf).toList();
  }

  private static <T> T resultOf(Future<T> done) {
    return switch (done.state()) {
      case SUCCESS -> done.resultNow();
      case FAILED -> throw asUnchecked(done.exceptionNow());
      case CANCELLED, RUNNING -> throw new IllegalStateException("a step that was not awaited");
    };
  }

  static RuntimeException asUnchecked(Throwable fault) {
    return switch (fault) {
      case RuntimeException unchecked -> unchecked;
      case Error error -> throw error;
      default -> new AssayException(ErrorCode.INTERNAL_ERROR, "A step failed: " + fault, fault);
    };
  }

  /// Adds an event of the workflow's own. It is added again when the workflow is executed again:
  /// events that must not be repeated belong into a step.
  public void report(String kind, Object body) {
    steps.report(kind, body);
  }
}
