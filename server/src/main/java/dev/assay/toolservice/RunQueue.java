package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.workflow.LiveRuns;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Takes waiting runs out of the queue while this server has places for them. Those of a project
/// that waits longest go first, and no project takes the last places from the others.
final class RunQueue {
  private static final int MOST_PROJECTS = 50;

  private final ToolRunStore store;
  private final LiveRuns runs;
  private final RunExecution execution;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean wanted = new AtomicBoolean();

  /// Whether something waited when this server last looked.
  private volatile boolean waiting = true;

  RunQueue(ToolRunStore store, LiveRuns runs, RunExecution execution) {
    this.store = store;
    this.runs = runs;
    this.execution = execution;
  }

  /// To be called every second, for what other servers put there.
  void dispatch() {
    wanted.set(true);
    while (wanted.get() && lock.tryLock()) { // or whoever holds it looks again
      try {
        while (wanted.getAndSet(false)) {
          List<String> projects = store.waitingProjects(MOST_PROJECTS);
          waiting = !projects.isEmpty();
          for (String project : projects) {
            if (next(project)) {
              wanted.set(true);
            }
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /// To be called when something was put there. Nobody waits for it.
  void wake() {
    Thread.ofVirtual().name("next-run").start(this::dispatch);
  }

  private boolean next(String project) {
    try (LiveRuns.Place place = runs.take(project)) {
      Optional<ToolRun> claimed = store.claim(project);
      claimed.ifPresent(run -> start(run, place, Optional.empty()));
      return claimed.isPresent();
    } catch (AssayException e) {
      if (e.code() == ErrorCode.TOO_BUSY) {
        return false;
      }
      throw e;
    }
  }

  /// Starts a run that has begun; when it is over, the next one can.
  ///
  /// @param found what the call was checked with a moment ago
  void start(ToolRun run, LiveRuns.Place place, Optional<ProjectSkills.Usable> found) {
    place.start(run.id(), run.id(), live -> execution.run(run, live, found), this::freed);
  }

  /// A place is free. If nothing waited, the next look is the one after something is put there, or
  /// the one of every second.
  private void freed() {
    if (waiting) {
      wake();
    }
  }
}
