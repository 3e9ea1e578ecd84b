package dev.assay.web.console.project;

import dev.assay.skill.AssayException;
import dev.assay.toolservice.Project;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.Visitor;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of the projects of a user.
@Controller
class ProjectsPage {
  private static final int PAGE_SIZE = 25;

  private final ToolCalls calls;
  private final PageFrame.Maker frames;

  ProjectsPage(ToolCalls calls, PageFrame.Maker frames) {
    this.calls = calls;
    this.frames = frames;
  }

  @GetMapping("/projects")
  ModelAndView projects(HttpServletRequest request, @AuthenticationPrincipal Caller caller) {
    return page(request, caller, Notice.NONE);
  }

  /// Creates a project with all tools.
  @PostMapping("/projects")
  ModelAndView create(
      HttpServletRequest request,
      HttpServletResponse response,
      @RequestParam(name = "project_id", defaultValue = "") String id,
      @RequestParam(name = "title", defaultValue = "") String title,
      @AuthenticationPrincipal Caller caller) {
    Visitor visitor = ProjectVisitor.of(caller);
    try {
      Project made = calls.projects().create(id.strip(), title, visitor);
      calls.tools().bootstrap(calls.projects().enter(made.id(), visitor, ProjectRole.EDITOR));
      return new ModelAndView("redirect:/projects/" + made.id());
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, caller, new Notice("", e.publicReason()));
    }
  }

  private ModelAndView page(HttpServletRequest request, Caller caller, Notice notice) {
    return new ModelAndView(
        "project/list",
        Map.of(
            "frame",
            frames.of(request),
            "notice",
            notice,
            "found",
            Excerpt.of(
                calls.projects().list(ProjectVisitor.of(caller)),
                project -> project.id() + " " + project.title(),
                Search.of(request, "/projects"),
                PAGE_SIZE)));
  }
}
