package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.workflow.LiveRuns;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Takes waiting runs out of the queue while this server has free places. The project with the
/// longest wait goes first, and no project takes the last places from the others.
final class RunQueue {
  private static final int MOST_PROJECTS = 50;

  private final ToolRunStore store;
  private final LiveRuns runs;
  private final RunExecution execution;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean wanted = new AtomicBoolean();

  /// True if runs waited at this server's last poll.
  private volatile boolean waiting = true;

  RunQueue(ToolRunStore store, LiveRuns runs, RunExecution execution) {
    this.store = store;
    this.runs = runs;
    this.execution = execution;
  }

  /// Polls the queue for runs of other servers. It must be called every second.
  void dispatch() {
    wanted.set(true);
    while (wanted.get() && lock.tryLock()) { // or the holder of the lock polls again
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

  /// Polls the queue in the background, because a run was added.
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

  /// Starts a run that has begun; at its end the next one can start.
  ///
  /// @param found the result of the call's check a moment ago
  void start(ToolRun run, LiveRuns.Place place, Optional<ProjectSkills.Usable> found) {
    place.start(run.id(), run.id(), live -> execution.run(run, live, found), this::freed);
  }

  /// Uses a free place. If no run waited at the last poll, it does nothing: the next poll is due
  /// when a run is added, or within a second.
  private void freed() {
    if (waiting) {
      wake();
    }
  }
}
