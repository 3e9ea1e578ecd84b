package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.Uninterrupted;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.workflow.LiveRun;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Works on a run from its start to its end, also if it fails in between.
final class RunExecution {
  private static final Logger log = LoggerFactory.getLogger(RunExecution.class);
  private static final String RESTART = "service_restart";

  private final ToolRunStore store;
  private final ToolSessions sessions;
  private final SessionSandboxes sandboxes;
  private final ProjectSkills skills;
  private final CallFiles files;
  private final CommandExecution commands;
  private final JobExecution jobs;

  RunExecution(
      ToolRunStore store,
      ToolSessions sessions,
      SessionSandboxes sandboxes,
      ProjectSkills skills,
      CallFiles files,
      Clock clock) {
    this.store = store;
    this.sessions = sessions;
    this.sandboxes = sandboxes;
    this.skills = skills;
    this.files = files;
    this.commands = new CommandExecution(store, clock);
    this.jobs = new JobExecution(store, commands);
  }

  /// @param found the result of the call's check a moment ago
  void run(ToolRun run, LiveRun live, Optional<ProjectSkills.Usable> found) {
    RunEnding ending;
    Optional<ToolSessions.Standing> standing = Optional.empty();
    try {
      standing = sessions.findStanding(run.session());
      ending = work(run, standing.orElseThrow(() -> ended(run)), found);
    } catch (AssayException e) {
      ending = failed(run, e);
    } catch (RuntimeException e) {
      ending = failed(run, new AssayException(ErrorCode.INTERNAL_ERROR, "It broke: " + e, e));
    }
    LiveRun.Stop stop = live.rest();
    if (standing.filter(each -> each.session().kept()).isEmpty()) {
      // The session of a single run ends with it and must leave nothing behind, and no run may
      // count as ended while its processes live.
      close(run.session());
    }
    switch (stop) {
      case NOT_STOPPED -> store.end(run.id(), ending);
      case CANCELLED -> store.end(run.id(), RunEnding.canceled().after(ending));
      case SHUTDOWN -> store.end(run.id(), RunEnding.orphaned(RESTART).after(ending));
      case OVER -> log.warn("Run {} was ended by another server", run.id());
    }
  }

  /// Ends a run whose server is silent; its sandbox ended with that server.
  void endLost(UUID run) {
    if (store.end(run, RunEnding.orphaned("reaper"))) {
      log.warn("Run {} lost its server", run);
    }
  }

  /// Performs a run under the present policy. A change of policy ends all written runs, and a run
  /// written after it must see the change.
  private RunEnding work(
      ToolRun run, ToolSessions.Standing standing, Optional<ProjectSkills.Usable> found) {
    ToolSession session = standing.session();
    ProjectPolicy policy = standing.policy();
    ProjectSkills.Usable wanted =
        found
            .filter(each -> each.policy().equals(policy))
            .orElseGet(() -> skills.usable(run.project(), policy, run.skill().name()));
    if (!wanted.skill().bundle().digest().hex().equals(run.skill().hash())) {
      return RunEnding.failed(
          "The project uses another version of the skill since this was asked for. Call again.");
    }
    try (SessionSandboxes.Use use = sandboxes.open(session, wanted, run.order().workdir())) {
      if (run.isActivation()) {
        sandboxes.placeAgain(use, wanted.skill());
      }
      return keeping(use, () -> command(run, use));
    }
  }

  /// Keeps the files that were made so far, also when the run was cancelled.
  private static RunEnding keeping(SessionSandboxes.Use use, Supplier<RunEnding> work) {
    RunEnding ending;
    try {
      ending = work.get();
    } catch (RuntimeException e) {
      try {
        Uninterrupted.run(use::keepFiles);
      } catch (AssayException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    try {
      Uninterrupted.run(use::keepFiles);
      return ending;
    } catch (AssayException e) {
      return RunEnding.failed("Its files were not kept: " + e.publicReason()).after(ending);
    }
  }

  private RunEnding command(ToolRun run, SessionSandboxes.Use use) {
    Sandbox sandbox = use.sandbox();
    files.bring(run, sandbox);
    RunEnding ending =
        run.kind() == ToolRun.Kind.JOB
            ? jobs.run(run, use)
            : commands.run(run, use, Duration.ofSeconds(run.order().timeoutSeconds()));
    List<RunFiles.Extra> extras = use.installs() ? ExtraList.in(sandbox) : List.of();
    if (!run.order().files().outputs().isEmpty() || !extras.isEmpty()) {
      store.collect(run.id(), files.collect(run, sandbox).with(extras));
    }
    return ending;
  }

  private void close(UUID session) {
    try {
      sandboxes.end(session);
      sessions.remove(session);
    } catch (AssayException e) {
      log.warn("Session {} is removed later: {}", session, LoggedFailure.of(e).line());
    }
  }

  private static AssayException ended(ToolRun run) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "There is no session " + run.session() + ". Call again.");
  }

  private static RunEnding failed(ToolRun run, AssayException failure) {
    if (failure.code().publicWords().isPresent()) {
      LoggedFailure shown = LoggedFailure.of(failure);
      log.warn("Run {}: {}", run.id(), shown.line(), shown.trace());
    }
    return RunEnding.failed(failure.publicReason());
  }
}
