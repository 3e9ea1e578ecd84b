package dev.assay.toolservice;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Shows the past and present runs of projects.
public final class ProjectRuns {
  private static final int MOST_LISTED = 200;

  private final ToolRunStore store;
  private final RunWatch watch;

  ProjectRuns(ToolRunStore store, RunWatch watch) {
    this.store = store;
    this.watch = watch;
  }

  /// The latest runs of a project, without the steps of jobs.
  public List<ToolRun> list(ProjectAccess access) {
    return store.list(access.project().id(), MOST_LISTED).stream().map(watch::seen).toList();
  }

  /// @throws dev.assay.skill.AssayException with `NOT_FOUND` if the project has none with that id
  public ToolRun load(ProjectAccess access, UUID id) {
    return watch.seen(watch.load(access.project().id(), id.toString()));
  }

  /// The steps of a job, in their order.
  public List<ToolRun> steps(ToolRun job) {
    return job.kind() == ToolRun.Kind.JOB ? store.steps(job.id()) : List.of();
  }

  /// The runs that calls began, by the id of the call.
  ///
  /// @param tools the tool of each call, by the call's id
  public Map<String, UUID> ofCalls(ProjectAccess access, Map<String, String> tools) {
    Map<String, String> ids = new HashMap<>();
    tools.forEach((id, tool) -> ids.put(ProjectCall.idHash(tool, id), id));
    Map<String, UUID> runs = new HashMap<>();
    store
        .ofCalls(access.project().id(), ids.keySet())
        .forEach((hash, run) -> runs.put(ids.get(hash), run));
    return runs;
  }

  /// Stops a run with all of its processes and returns its final state.
  public ToolRun cancel(ProjectAccess access, UUID id) {
    Projects.require(access, ProjectRole.CALLER);
    return watch.cancel(load(access, id), "canceled");
  }
}
