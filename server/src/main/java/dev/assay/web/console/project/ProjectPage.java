package dev.assay.web.console.project;

import dev.assay.agentservice.ProjectAgents;
import dev.assay.skill.AssayException;
import dev.assay.toolservice.Artifacts;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ProjectSkills;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.OwnerNames;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;

/// The page of a project.
@Controller
@RequestMapping("/projects/{project}")
class ProjectPage {
  private static final int MOST_ARTIFACTS = 50;

  private final ToolCalls calls;
  private final ProjectAgents agents;
  private final ProjectVisitor visitor;
  private final PageFrame.Maker frames;
  private final OwnerNames names;
  private final Clock clock;

  ProjectPage(
      ToolCalls calls,
      ProjectAgents agents,
      ProjectVisitor visitor,
      PageFrame.Maker frames,
      OwnerNames names,
      Clock clock) {
    this.calls = calls;
    this.agents = agents;
    this.visitor = visitor;
    this.frames = frames;
    this.names = names;
    this.clock = clock;
  }

  @GetMapping
  ModelAndView project(
      HttpServletRequest request,
      @PathVariable("project") String project,
      @AuthenticationPrincipal Caller caller) {
    return page(request, visitor.enter(project, caller, ProjectRole.VIEWER), Notice.NONE);
  }

  /// Returns the part of the page that refreshes itself.
  @GetMapping("/live")
  ModelAndView live(
      HttpServletRequest request,
      @PathVariable("project") String project,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.VIEWER);
    return new ModelAndView(
        "project/live",
        Map.of("frame", frames.of(request), "view", view(access), "live", live(access)));
  }

  @PostMapping("/sessions/{id}/end")
  ModelAndView endSession(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return change(
        request,
        response,
        visitor.enter(project, caller, ProjectRole.CALLER),
        access -> {
          calls.endSession(access, id);
          return "The session is ended, and its files are removed.";
        });
  }

  @PostMapping("/skills")
  ModelAndView enable(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @RequestParam(name = "name", defaultValue = "") String name,
      @RequestParam(name = "version", required = false) @Nullable Integer version,
      @AuthenticationPrincipal Caller caller) {
    return change(
        request,
        response,
        visitor.enter(project, caller, ProjectRole.EDITOR),
        access -> {
          calls
              .skills()
              .put(access, name.strip(), Optional.ofNullable(version), ProjectSkills.Enabled.YES);
          return name.strip() + " is enabled.";
        });
  }

  @PostMapping("/skills/{name}/disable")
  ModelAndView disable(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @PathVariable("name") String name,
      @AuthenticationPrincipal Caller caller) {
    return change(
        request,
        response,
        visitor.enter(project, caller, ProjectRole.EDITOR),
        access -> {
          calls.skills().remove(access, name);
          return name + " is no longer used.";
        });
  }

  @PostMapping("/artifacts")
  ModelAndView upload(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @RequestParam(name = "file", required = false) @Nullable MultipartFile file,
      @AuthenticationPrincipal Caller caller) {
    return change(
        request,
        response,
        visitor.enter(project, caller, ProjectRole.CALLER),
        access -> "Kept as " + keep(access, file) + ".");
  }

  private String keep(ProjectAccess access, @Nullable MultipartFile file) {
    if (file == null || file.isEmpty()) {
      throw new AssayException(dev.assay.skill.ErrorCode.BAD_REQUEST, "Choose a file first.");
    }
    String name = Optional.ofNullable(file.getOriginalFilename()).orElse("");
    try (InputStream content = file.getInputStream()) {
      return calls.artifacts().upload(access, name, Optional.empty(), content).filename();
    } catch (IOException e) {
      throw new AssayException(
          dev.assay.skill.ErrorCode.BLOB_STORE_FAILED, "The upload cannot be read: " + e, e);
    }
  }

  @PostMapping("/artifacts/{id}/delete")
  ModelAndView delete(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("project") String project,
      @PathVariable("id") String id,
      @AuthenticationPrincipal Caller caller) {
    return change(
        request,
        response,
        visitor.enter(project, caller, ProjectRole.CALLER),
        access -> {
          String name = calls.artifacts().load(access, id).filename();
          calls.artifacts().remove(access, id);
          return name + " is deleted.";
        });
  }

  /// Runs an action and shows the page with its result.
  private ModelAndView change(
      HttpServletRequest request,
      HttpServletResponse response,
      ProjectAccess access,
      Function<ProjectAccess, String> action) {
    try {
      return page(request, access, new Notice(action.apply(access), ""));
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, access, new Notice("", e.publicReason()));
    }
  }

  private ModelAndView page(HttpServletRequest request, ProjectAccess access, Notice notice) {
    return new ModelAndView(
        "project/page",
        Map.of(
            "frame",
            frames.of(request),
            "view",
            view(access),
            "live",
            live(access),
            "notice",
            notice));
  }

  private ProjectView view(ProjectAccess access) {
    Artifacts.Listing listing = calls.artifacts().list(access, MOST_ARTIFACTS, 0);
    return new ProjectView(
        access.project(),
        access.role(),
        calls.skills().list(access).stream().map(ProjectView.SkillRow::of).toList(),
        calls.projects().members(access).stream()
            .map(
                member ->
                    new ProjectView.MemberRow(
                        names.of(member.account()),
                        member.role().word(),
                        member.profile().orElse("–")))
            .toList(),
        listing.artifacts(),
        listing.total() - listing.artifacts().size());
  }

  /// Returns the latest conversations with agents.
  private List<ConversationView.Row> conversations(ProjectAccess access) {
    Map<String, ConversationView.Row> latest = new LinkedHashMap<>();
    agents
        .turns(access, Optional.empty(), Optional.empty())
        .forEach(
            turn ->
                latest.putIfAbsent(
                    turn.channel() + " " + turn.agent(), new ConversationView.Row(turn)));
    return List.copyOf(latest.values());
  }

  private ProjectView.Live live(ProjectAccess access) {
    Instant now = clock.instant();
    return new ProjectView.Live(
        conversations(access),
        calls.sessions(access),
        calls.history().list(access).stream().map(run -> RunView.of(run, now)).toList());
  }
}
