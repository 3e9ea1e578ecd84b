package dev.assay.toolservice;

import dev.assay.images.Images;
import dev.assay.packages.PackageDoors;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.SkillPlaces;
import dev.assay.registry.Skills;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.StoredContent;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.workflow.LiveRuns;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

/// Performs calls of tools. Every way to call a tool ends here.
public final class ToolCalls implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ToolCalls.class);
  private static final int BATCH = 50;
  private static final int MOST_LISTED = 200;

  private final Projects projects;
  private final ProjectTools tools;
  private final ProjectSkills skills;
  private final SkillReading reading;
  private final RunRequests requests;
  private final RunWatch watch;
  private final ToolRunStore store;
  private final ToolWatches watches;
  private final ArtifactStore artifactStore;
  private final Artifacts artifacts;
  private final ToolSessions sessions;
  private final SessionSandboxes sandboxes;
  private final RunExecution execution;
  private final RunQueue queue;
  private final LiveRuns runs;
  private final ToolPolicy policy;

  public record Store(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      LiveRuns runs,
      Clock clock) {}

  public record Registry(
      Skills skills,
      SkillFolders folders,
      Images images,
      SkillPlaces places,
      BlobStore blobs,
      PackageDoors indexes) {}

  public ToolCalls(
      ToolPolicy policy,
      Store database,
      Registry registry,
      Workspaces workspaces,
      SandboxKeeper keeper) {
    this.policy = policy;
    runs = database.runs();
    projects = new Projects(database.jdbc(), database.audit(), database.clock());
    tools = new ProjectTools(database.jdbc(), projects, database.audit(), database.clock());
    skills =
        new ProjectSkills(
            database.jdbc(),
            projects,
            database.audit(),
            registry.skills(),
            registry.images(),
            registry.places());
    reading = new SkillReading(registry.folders());
    sessions = new ToolSessions(database.jdbc(), database.clock(), policy);
    store = new ToolRunStore(database.jdbc(), database.transactions(), runs, database.clock());
    sandboxes =
        new SessionSandboxes(
            workspaces,
            keeper,
            registry.folders(),
            sessions,
            new PackageIndexes(registry.indexes()),
            policy);
    ArtifactLimits limits = policy.artifacts();
    artifactStore =
        new ArtifactStore(
            database.jdbc(), database.transactions(), registry.blobs(), database.clock(), limits);
    artifacts = new Artifacts(artifactStore, new ArtifactLinks(database.jdbc(), database.clock()));
    CallFiles files = new CallFiles(artifactStore);
    watches = new ToolWatches(database.jdbc(), database.clock());
    execution = new RunExecution(store, sessions, sandboxes, skills, files, database.clock());
    queue = new RunQueue(store, runs, execution);
    watch = new RunWatch(store, watches, runs, this::endLost);
    requests = new RunRequests(store, sessions, runs, queue, watch, sandboxes, files, policy);
  }

  public Projects projects() {
    return projects;
  }

  public ProjectTools tools() {
    return tools;
  }

  public ProjectSkills skills() {
    return skills;
  }

  public StoredContent storedArtifacts() {
    return new StoredArtifacts(artifactStore);
  }

  public Artifacts artifacts() {
    return artifacts;
  }

  public ProjectRuns history() {
    return new ProjectRuns(store, watch);
  }

  /// Calls a tool. A fault of the call is part of the outcome.
  public ToolOutcome call(ProjectAccess access, ProjectCall call) {
    try {
      Projects.require(access, ProjectRole.CALLER);
      ToolSpec tool = tools.load(access, call.tool());
      if (!tool.isBuiltIn()) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "%s is done by workers of the project. Send a message to an agent, which calls it."
                .formatted(tool.name()));
      }
      ArgumentCheck.require(tool.inputSchema(), call.arguments());
      return dispatch(access, call, tool.inputSchema());
    } catch (AssayException e) {
      if (e.code().publicWords().isPresent()) {
        LoggedFailure shown = LoggedFailure.of(e);
        log.warn("{} in project {}: {}", call.tool(), access.project().id(), shown.line());
      }
      return ToolOutcome.failed(e, e.publicReason());
    }
  }

  private ToolOutcome dispatch(ProjectAccess access, ProjectCall call, JsonNode schema) {
    String project = access.project().id();
    return switch (call.tool()) {
      case "skills.load" -> reading.load(usable(access.project(), call), call);
      case "skills.activate" ->
          requests.activate(access, call, usable(access.project(), call), schema);
      case "skills.run_cmd" ->
          requests.command(access, call, usable(access.project(), call), schema);
      case "skills.run_cmd_async" ->
          requests.task(access, call, usable(access.project(), call), schema);
      case "skills.run_service" ->
          requests.service(access, call, usable(access.project(), call), schema);
      case "skills.start_job" -> requests.job(access, call, usable(access.project(), call), schema);
      case "skills.job_status" -> watch.jobStatus(job(project, call), call, schema);
      case "skills.job_cancel" -> watch.cancelJob(job(project, call), call);
      case "skills.job_watch" -> watch.watchJob(job(project, call), call, schema);
      case "skills.task_status" ->
          asksCommand(call)
              ? requests.query(access, call, usable(access.project(), call), schema)
              : watch.taskStatus(task(project, call), call, schema);
      case "skills.task_cancel" -> watch.cancelTask(task(project, call));
      case "skills.task_watch" ->
          asksCommand(call)
              ? requests.watchQuery(access, call, usable(access.project(), call), schema)
              : watch.watchTask(task(project, call), call, schema);
      default -> throw new IllegalStateException("a tool without code: " + call.tool());
    };
  }

  private static boolean asksCommand(ProjectCall call) {
    return call.requireText("provider").equals("cmd");
  }

  private ProjectSkills.Usable usable(Project project, ProjectCall call) {
    return skills.usable(project.id(), project.policy(), call.requireText("skill_name"));
  }

  private ToolRun job(String project, ProjectCall call) {
    ToolRun run = watch.load(project, call.requireText("job_id"));
    if (run.kind() != ToolRun.Kind.JOB) {
      throw RunWatch.missing(run.id().toString());
    }
    return run;
  }

  private ToolRun task(String project, ProjectCall call) {
    String id =
        call.text("task_id")
            .or(() -> call.text("job_id"))
            .or(() -> call.text("id"))
            .orElseGet(() -> call.requireText("task_id"));
    return watch.load(project, id);
  }

  /// The latest runs of a project, without the steps of jobs.
  public List<Map<String, Object>> runs(ProjectAccess access) {
    return store.list(access.project().id(), MOST_LISTED).stream()
        .map(run -> RunAnswers.listed(run))
        .toList();
  }

  public List<ToolSession> sessions(ProjectAccess access) {
    return sessions.list(access.project().id());
  }

  /// Ends a session with all of its runs, and removes its files.
  public void endSession(ProjectAccess access, UUID id) {
    Projects.require(access, ProjectRole.CALLER);
    ToolSession session =
        sessions
            .find(id)
            .filter(it -> it.project().equals(access.project().id()))
            .orElseThrow(
                () -> new AssayException(ErrorCode.NOT_FOUND, "There is no session " + id + "."));
    sessions.retire(id);
    end(session);
  }

  /// Cancels all runs in a project and returns their number.
  public int cancelAll(ProjectAccess access, String reason) {
    Projects.require(access, ProjectRole.OWNER);
    return cancelOpen(access.project().id(), reason);
  }

  /// Changes the given settings and keeps the others. A new policy ends everything in the project,
  /// so that no run goes on under the old one.
  public Project change(
      ProjectAccess access,
      Optional<String> title,
      Optional<ReuseMode> reuse,
      UnaryOperator<ProjectPolicy> wanted) {
    Projects.Changed changed =
        projects.change(
            access,
            title,
            reuse,
            old -> {
              ProjectPolicy policy = wanted.apply(old);
              sandboxes.requireOffered(policy);
              return policy;
            });
    if (!changed.after().policy().equals(changed.before().policy())) {
      endAll(changed.after().id(), "policy changed");
    }
    return changed.after();
  }

  /// Stops the run of an agent's call, if it is still under way.
  public void cancelCall(ProjectAccess access, String tool, String callId, String reason) {
    Projects.require(access, ProjectRole.CALLER);
    String hash = ProjectCall.idHash(tool, callId);
    for (ToolRun.Kind kind : ToolRun.Kind.values()) {
      store.findCall(access.project().id(), kind, hash).ifPresent(run -> watch.cancel(run, reason));
    }
  }

  private int cancelOpen(String project, String reason) {
    List<ToolRun> open = store.openIn(project);
    open.forEach(run -> watch.cancel(run, reason));
    return open.size();
  }

  private void endAll(String project, String reason) {
    cancelOpen(project, reason);
    for (List<ToolSession> some = sessions.list(project);
        !some.isEmpty();
        some = sessions.list(project)) {
      some.forEach(this::end);
    }
  }

  /// Ends everything in a project and deletes it.
  public void delete(ProjectAccess access) {
    Projects.require(access, ProjectRole.OWNER);
    String id = access.project().id();
    endAll(id, "project deleted");
    store.forgetAll(id);
    artifactStore.removeAll(id);
    projects.remove(access);
  }

  private void end(ToolSession session) {
    store.open(session.id()).forEach(run -> watch.cancel(run, "session ended"));
    sandboxes.end(session.id());
    sessions.remove(session.id());
  }

  /// Says whether this server works on a run.
  public boolean isWorking() {
    return runs.isWorking();
  }

  /// Ends runs whose server has been silent. It must be called every few seconds.
  public void endLost() {
    runs.lost().forEach(execution::endLost);
  }

  /// Begins waiting runs. It must be called every second.
  public void dispatch() {
    queue.dispatch();
  }

  /// Removes expired sessions and forgets runs that ended long ago. A session that cannot be
  /// removed is tried again after all others.
  public void reap() {
    for (ToolSession session : sessions.expired(BATCH)) {
      sessions.tried(session.id());
      try {
        end(session);
      } catch (AssayException e) {
        log.warn("Session {} stays for now: {}", session.id(), LoggedFailure.of(e).line());
      }
    }
    store.forget(policy.kept(), BATCH);
    watches.forgetOld();
    artifactStore.reap(BATCH);
  }

  /// Stops every run of this server and waits until each is written as ended.
  @Override
  public void close() {
    runs.close();
  }
}
