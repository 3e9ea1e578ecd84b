package dev.assay.toolservice;

import dev.assay.registry.Skill;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.workflow.LiveRuns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/// Begins runs: a call becomes a row, which is worked on at once or waits.
final class RunRequests {
  private static final String WORKDIR = "skill";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ToolRunStore store;
  private final ToolSessions sessions;
  private final LiveRuns runs;
  private final RunQueue queue;
  private final RunWatch watch;
  private final SessionSandboxes sandboxes;
  private final CallFiles files;
  private final ToolPolicy policy;

  RunRequests(
      ToolRunStore store,
      ToolSessions sessions,
      LiveRuns runs,
      RunQueue queue,
      RunWatch watch,
      SessionSandboxes sandboxes,
      CallFiles files,
      ToolPolicy policy) {
    this.store = store;
    this.sessions = sessions;
    this.runs = runs;
    this.queue = queue;
    this.watch = watch;
    this.sandboxes = sandboxes;
    this.files = files;
    this.policy = policy;
  }

  ToolOutcome activate(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    ToolRun run = draft(access, call, usable, ToolRun.Kind.COMMAND, order(call, "true", schema));
    return RunAnswers.activation(execute(named(run, ToolRun.ACTIVATION), usable, call));
  }

  ToolOutcome command(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    ToolRun.Order order =
        order(call, call.requireText("command"), schema)
            .with(files.read(access.project().id(), call));
    return RunAnswers.command(
        execute(draft(access, call, usable, ToolRun.Kind.COMMAND, order), usable, call));
  }

  ToolOutcome task(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    ToolRun.Order order =
        order(call, call.requireText("command"), schema)
            .with(files.read(access.project().id(), call));
    return ToolOutcome.success(
        RunAnswers.begun(
            enqueue(draft(access, call, usable, ToolRun.Kind.TASK, order), call, List.of())));
  }

  ToolOutcome service(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    ToolRun.Order order =
        ToolRun.Order.of(
                call.text("workdir").orElse(WORKDIR),
                call.requireText("command"),
                call.variables(),
                (int) policy.longest().toSeconds())
            .ready(call.text("ready_pattern"), call.number("startup_timeout_sec", schema))
            .exposing(ports(call));
    return ToolOutcome.success(
        RunAnswers.begun(
            enqueue(draft(access, call, usable, ToolRun.Kind.SERVICE, order), call, List.of())));
  }

  private List<Integer> ports(ProjectCall call) {
    List<Integer> ports =
        call.arguments()
            .path("expose_ports")
            .valueStream()
            .map(JsonNode::asInt)
            .distinct()
            .toList();
    if (!ports.isEmpty() && !sandboxes.reachPorts()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The sandbox engine of tools reaches no ports inside. Leave out expose_ports.");
    }
    return ports;
  }

  ToolOutcome job(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    int longest = call.number("max_wall_time_sec", schema);
    ToolRun job =
        draft(
            access,
            call,
            usable,
            ToolRun.Kind.JOB,
            ToolRun.Order.of(call.text("workdir").orElse(WORKDIR), "", Map.of(), longest));
    List<ToolRun> steps = new ArrayList<>();
    for (JsonNode step : call.arguments().path("steps")) {
      Map<String, String> variables = new HashMap<>(call.variables());
      variables.putAll(ProjectCall.variables(step.path("env")));
      steps.add(
          step(
              job,
              step.path("name").asString("step " + (steps.size() + 1)),
              ToolRun.Order.of(
                  job.order().workdir(),
                  step.path("command").asString(),
                  variables,
                  step.path("timeout_sec").asInt(longest))));
    }
    ToolRun begun = enqueue(job, call, steps);
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("job_id", begun.id().toString());
    result.put("status", begun.state().word());
    result.put("session_id", begun.alias());
    return ToolOutcome.success(result);
  }

  /// Asks for the state of a task with a command of the caller.
  ToolOutcome query(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    ToolRun run = ask(access, call, usable, call.number("timeout_sec", schema));
    return QueryAnswer.of(run, call).outcome();
  }

  ToolOutcome watchQuery(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, JsonNode schema) {
    int timeout = call.number("query_timeout_sec", schema);
    return watch.watchQuery(
        access.project().id(),
        call,
        schema,
        () -> QueryAnswer.of(ask(access, call.anew(), usable, timeout), call));
  }

  private ToolRun ask(
      ProjectAccess access, ProjectCall call, ProjectSkills.Usable usable, int timeout) {
    ToolRun.Order order =
        ToolRun.Order.of(
            call.text("workdir").orElse(WORKDIR),
            call.requireText("query_command"),
            Map.of(),
            timeout);
    ToolRun run = draft(access, call, usable, ToolRun.Kind.COMMAND, order);
    return execute(run, usable, call);
  }

  private ToolRun.Order order(ProjectCall call, String command, JsonNode schema) {
    return ToolRun.Order.of(
        call.text("workdir").orElse(WORKDIR),
        command,
        call.variables(),
        call.number("timeout_sec", schema));
  }

  /// Runs it here and waits for its end.
  private ToolRun execute(ToolRun run, ProjectSkills.Usable usable, ProjectCall call) {
    Optional<ToolRun> earlier = add(run, call, () -> start(run, usable, call));
    return watch.await(earlier.orElse(run).id(), PATIENCE);
  }

  private ToolRun enqueue(ToolRun run, ProjectCall call, List<ToolRun> steps) {
    if (store.waiting(run.project()) >= policy.queued()) {
      throw new AssayException(
          ErrorCode.TOO_BUSY,
          "%d runs of this project wait already. Try again when some of them are done."
              .formatted(policy.queued()));
    }
    Optional<ToolRun> earlier = add(run, call, () -> store.add(run, call.idHash(), steps));
    queue.wake();
    return earlier.orElse(run);
  }

  /// Writes a run. If the call was made before, it returns the run of that time.
  ///
  /// @param write returns false if it could not write
  private Optional<ToolRun> add(ToolRun run, ProjectCall call, BooleanSupplier write) {
    Optional<ToolRun> earlier = earlier(run, call);
    if (earlier.isPresent()) {
      return earlier;
    }
    boolean added = write.getAsBoolean();
    if (!added && earlier(run, call).isEmpty()) {
      watch.endLost(); // perhaps the blocking run has lost its server
      added = write.getAsBoolean();
    }
    return added ? Optional.empty() : Optional.of(earlier(run, call).orElseThrow(() -> busy(run)));
  }

  private boolean start(ToolRun run, ProjectSkills.Usable usable, ProjectCall call) {
    try (LiveRuns.Place place = runs.take(run.project())) {
      boolean added = store.add(run, call.idHash(), List.of());
      if (added) {
        queue.start(run, place, Optional.of(usable));
      }
      return added;
    }
  }

  private Optional<ToolRun> earlier(ToolRun run, ProjectCall call) {
    return call.idHash().flatMap(hash -> store.findCall(run.project(), run.kind(), hash));
  }

  private AssayException busy(ToolRun run) {
    Map<String, Object> conflict = new LinkedHashMap<>();
    store
        .holder(run.session(), run.order().workdir())
        .ifPresent(
            holder -> {
              conflict.put(
                  "type", holder.kind() == ToolRun.Kind.COMMAND ? "lock" : holder.kind().word());
              conflict.put("id", holder.id().toString());
              conflict.put("status", holder.state().word());
            });
    conflict.put("session_id", run.alias());
    conflict.put("workdir", RunAnswers.workdir(run));
    return new AssayException(
        ErrorCode.WORKDIR_BUSY,
        "Something else runs in this working directory of the session. Wait for it, cancel it, or use another workdir or session.",
        Map.of("reason", "workdir_busy", "conflict", conflict));
  }

  private ToolRun draft(
      ProjectAccess access,
      ProjectCall call,
      ProjectSkills.Usable usable,
      ToolRun.Kind kind,
      ToolRun.Order order) {
    Project project = access.project();
    Skill skill = usable.skill();
    ToolSession session =
        sessions.obtain(
            project,
            call.agent(),
            call.text("session_id"),
            skill.status() == Status.APPROVED ? "" : ToolSession.UNREVIEWED);
    String workdir = order.workdir().equals(WORKDIR) ? skill.name() : order.workdir();
    return new ToolRun(
        UUID.randomUUID(),
        project.id(),
        kind,
        Optional.empty(),
        "",
        session.id(),
        session.called(),
        call.agent(),
        access.visitor().name(),
        new ToolRun.SkillVersion(skill.name(), skill.version(), skill.bundle().digest().hex()),
        order.in(workdir),
        kind.waitsInQueue() ? ToolRun.State.QUEUED : ToolRun.State.STARTING,
        NOT_BEGUN,
        NOTHING,
        RunFiles.Collected.NOTHING,
        ToolRun.Exposed.NOTHING);
  }

  private static final ToolRun.Progress NOT_BEGUN =
      new ToolRun.Progress(
          false,
          -1,
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          Instant.EPOCH,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
  private static final ToolRun.Printed NOTHING = new ToolRun.Printed("", "", 0, 0);

  private static ToolRun named(ToolRun run, String name) {
    return new ToolRun(
        run.id(),
        run.project(),
        run.kind(),
        run.parent(),
        name,
        run.session(),
        run.alias(),
        run.agent(),
        run.caller(),
        run.skill(),
        run.order(),
        run.state(),
        run.progress(),
        run.printed(),
        run.collected(),
        run.exposed());
  }

  private static ToolRun step(ToolRun job, String name, ToolRun.Order order) {
    return new ToolRun(
        UUID.randomUUID(),
        job.project(),
        ToolRun.Kind.STEP,
        Optional.of(job.id()),
        name,
        job.session(),
        job.alias(),
        job.agent(),
        job.caller(),
        job.skill(),
        order,
        ToolRun.State.QUEUED,
        NOT_BEGUN,
        NOTHING,
        RunFiles.Collected.NOTHING,
        ToolRun.Exposed.NOTHING);
  }
}
