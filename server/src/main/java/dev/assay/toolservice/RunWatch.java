package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.workflow.LiveRuns;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// Shows the state of runs, waits for their ends, and stops them.
final class RunWatch {
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(20);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final ToolRunStore store;
  private final ToolWatches watches;
  private final LiveRuns runs;
  private final Runnable endLost;

  /// @param endLost ends runs whose server is silent
  RunWatch(ToolRunStore store, ToolWatches watches, LiveRuns runs, Runnable endLost) {
    this.store = store;
    this.watches = watches;
    this.runs = runs;
    this.endLost = endLost;
  }

  void endLost() {
    endLost.run();
  }

  /// @throws AssayException with `NOT_FOUND` if the project has none with that id
  ToolRun load(String project, String id) {
    try {
      return store
          .find(UUID.fromString(id))
          .filter(run -> run.project().equals(project))
          .orElseThrow(() -> missing(id));
    } catch (IllegalArgumentException e) {
      throw missing(id);
    }
  }

  static AssayException missing(String id) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "The project has no such task or job: \"%s\".".formatted(Visible.line(id, 80)));
  }

  ToolOutcome jobStatus(ToolRun job, ProjectCall call, JsonNode schema) {
    return ToolOutcome.success(
        RunAnswers.job(job, store.steps(job.id()), call.number("tail_bytes", schema)));
  }

  ToolOutcome taskStatus(ToolRun task, ProjectCall call, JsonNode schema) {
    return ToolOutcome.success(RunAnswers.task(seen(task), call.number("tail_bytes", schema)));
  }

  /// The run as callers see it. The ports of a service are unreachable while its server is silent.
  ToolRun seen(ToolRun run) {
    return run.exposed().active() && runs.isSilent(run.id()) ? run.unreachable() : run;
  }

  ToolOutcome cancelTask(ToolRun task) {
    ToolRun now = cancel(task, "canceled");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("task_id", task.id().toString());
    result.put("status", now.state().word());
    result.put("canceled", !task.state().isFinal() && now.state() == ToolRun.State.CANCELED);
    return ToolOutcome.success(result);
  }

  ToolOutcome cancelJob(ToolRun job, ProjectCall call) {
    ToolRun now = cancel(job, call.text("reason").orElse("canceled"));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("job_id", job.id().toString());
    result.put("status", now.state().word());
    result.put("canceled", !job.state().isFinal() && now.state() == ToolRun.State.CANCELED);
    result.put("reason", now.progress().error().orElse(null));
    return ToolOutcome.success(result);
  }

  /// Stops a run on any server and returns it in its final state. A run that ended before stays as
  /// it is. For a step the whole job is stopped.
  ToolRun cancel(ToolRun run, String reason) {
    if (run.state().isFinal()) {
      return run;
    }
    UUID whole = run.parent().orElse(run.id());
    store.wantCancel(whole, reason);
    if (!store.cancelQueued(whole)) {
      runs.cancel(whole);
      await(whole, STOPPED_WITHIN);
    }
    return store.find(run.id()).orElse(run);
  }

  ToolOutcome watchTask(ToolRun task, ProjectCall call, JsonNode schema) {
    int tail = call.number("tail_bytes", schema);
    return watch(
        new Watch("task_watch", task.project(), call, schema, task.id().toString()),
        () -> {
          ToolRun now = load(task.project(), task.id().toString());
          return new Seen(
              now.state().word(),
              now.state().isFinal()
                  ? Optional.of(RunAnswers.outcome(now, RunAnswers.task(now, tail)))
                  : Optional.empty());
        },
        patience -> news(task.parent().orElse(task.id()), patience));
  }

  ToolOutcome watchJob(ToolRun job, ProjectCall call, JsonNode schema) {
    int tail = call.number("tail_bytes", schema);
    return watch(
        new Watch("job_watch", job.project(), call, schema, job.id().toString()),
        () -> {
          ToolRun now = load(job.project(), job.id().toString());
          return new Seen(
              now.state().word(),
              now.state().isFinal()
                  ? Optional.of(
                      RunAnswers.outcome(now, RunAnswers.job(now, store.steps(now.id()), tail)))
                  : Optional.empty());
        },
        patience -> news(job.id(), patience));
  }

  ToolOutcome watchQuery(
      String project, ProjectCall call, JsonNode schema, Supplier<QueryAnswer> ask) {
    return watch(
        new Watch("task_watch", project, call, schema, call.requireText("query_command")),
        () -> {
          QueryAnswer answer = ask.get();
          boolean over = answer.done() || answer.error();
          return new Seen(
              String.valueOf(answer.result().get("state")),
              over
                  ? Optional.of(
                      answer.error()
                          ? ToolOutcome.ended("failed", answer.result())
                          : ToolOutcome.success(answer.result()))
                  : Optional.empty());
        },
        Thread::sleep);
  }

  /// A watch of a call.
  private record Watch(
      String name, String project, ProjectCall call, JsonNode schema, String subject) {
    String key() {
      return call.text("dedupe_key")
          .orElseGet(() -> String.join(":", project, call.agent(), subject));
    }
  }

  /// The state at one poll.
  ///
  /// @param end the result, once it is over
  private record Seen(String status, Optional<ToolOutcome> end) {}

  /// Waits for an event, or until the time is over.
  @FunctionalInterface
  private interface Pause {
    void take(Duration patience) throws InterruptedException;
  }

  private ToolOutcome watch(Watch watch, Supplier<Seen> look, Pause pause) {
    ProjectCall call = watch.call();
    Duration patience = Duration.ofSeconds(call.number("timeout_sec", watch.schema()));
    Duration poll = Duration.ofSeconds(call.number("poll_interval_sec", watch.schema()));
    Duration beat = Duration.ofSeconds(call.number("heartbeat_sec", watch.schema()));
    String hash = ProjectCall.hash(watch.name() + " " + watch.key());
    String holder = ProjectCall.hash(call.id().orElseGet(() -> UUID.randomUUID().toString()));
    if (!watches.begin(watch.project(), hash, patience, holder)) {
      return ToolOutcome.success(
          Map.of(
              watch.name(),
              "already_running",
              "dedupe_key",
              watch.key(),
              "status",
              look.get().status()));
    }
    long begun = System.nanoTime();
    long lastBeat = begun;
    try {
      while (true) {
        Seen seen = look.get();
        long now = System.nanoTime();
        if (seen.end().isPresent()) {
          return timed(seen.end().get(), now - begun);
        }
        if (now - begun >= patience.toNanos()) {
          return tooLong(seen.status(), now - begun);
        }
        if (now - lastBeat >= beat.toNanos()) {
          lastBeat = now;
          call.heartbeat().accept(Map.of(watch.name(), "running", "status", seen.status()));
        }
        pause.take(poll);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    } finally {
      watches.end(watch.project(), hash, holder);
    }
  }

  private static ToolOutcome timed(ToolOutcome outcome, long nanos) {
    Map<String, Object> result = new LinkedHashMap<>(outcome.result());
    result.put("timing", Map.of("duration_ms", nanos / 1_000_000));
    return ToolOutcome.ended(outcome.status(), result);
  }

  /// The outcome of a watch whose time is over. Its subject goes on.
  private static ToolOutcome tooLong(String status, long nanos) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("last_status", status);
    result.putAll(
        ToolOutcome.error(
            ToolOutcome.Kind.TOOL_TIMEOUT, "It is not over yet and goes on. Watch it again."));
    return timed(ToolOutcome.ended("failed", result), nanos);
  }

  /// Waits for the end of a run and returns the run. If the time is over first, it returns the
  /// present state.
  ToolRun await(UUID id, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      runs.join(id, patience);
      while (true) {
        ToolRun run = store.find(id).orElseThrow(() -> missing(id.toString()));
        Duration left = Duration.ofNanos(end - System.nanoTime());
        if (run.state().isFinal() || !left.isPositive()) {
          return run;
        }
        news(id, left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  /// Waits for the event of a run; its only one is its end.
  private void news(UUID id, Duration patience) throws InterruptedException {
    runs.news(id, 0, patience);
    endLost.run();
  }

  private static AssayException interrupted(InterruptedException e) {
    return new AssayException(
        ErrorCode.TOO_BUSY, "The server is shutting down. Ask again in a few seconds.", e);
  }
}
