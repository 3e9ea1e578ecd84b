package dev.assay.web.console.project;

import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolRun;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.console.PageFrame;
import dev.assay.web.files.Download;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/// The page of a command, task, service or job. It shows the output, and the artifacts as files.
@Controller
@RequestMapping("/projects/{project}")
class ProjectRunPage {
  private final ToolCalls calls;
  private final ProjectVisitor visitor;
  private final PageFrame.Maker frames;
  private final Clock clock;

  ProjectRunPage(ToolCalls calls, ProjectVisitor visitor, PageFrame.Maker frames, Clock clock) {
    this.calls = calls;
    this.visitor = visitor;
    this.frames = frames;
    this.clock = clock;
  }

  @GetMapping("/runs/{id}")
  ModelAndView run(
      HttpServletRequest request,
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return view("project/run", request, visitor.enter(project, caller, ProjectRole.VIEWER), id);
  }

  @GetMapping("/runs/{id}/live")
  ModelAndView live(
      HttpServletRequest request,
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return view("project/output", request, visitor.enter(project, caller, ProjectRole.VIEWER), id);
  }

  @PostMapping("/runs/{id}/cancel")
  ModelAndView cancel(
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    calls.history().cancel(visitor.enter(project, caller, ProjectRole.CALLER), id);
    return new ModelAndView("redirect:/projects/" + project + "/runs/" + id);
  }

  @GetMapping("/artifacts/{id}/download")
  ResponseEntity<InputStreamResource> download(
      @PathVariable("project") String project,
      @PathVariable("id") String id,
      @AuthenticationPrincipal Caller caller) {
    return Download.of(
        calls.artifacts().open(visitor.enter(project, caller, ProjectRole.VIEWER), id));
  }

  private ModelAndView view(
      String template, HttpServletRequest request, ProjectAccess access, UUID id) {
    Instant now = clock.instant();
    ToolRun run = calls.history().load(access, id);
    List<ToolRun> steps = calls.history().steps(run);
    return new ModelAndView(
        template,
        Map.of(
            "frame",
            frames.of(request),
            "mayCancel",
            access.role().compareTo(ProjectRole.CALLER) <= 0,
            "view",
            new RunView(run, steps, now),
            "steps",
            steps.stream().map(step -> RunView.of(step, now)).toList()));
  }
}
