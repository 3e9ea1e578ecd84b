package dev.assay.web.console.skill;

import dev.assay.registry.Action;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFilter;
import dev.assay.registry.SkillPage;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.registry.Submission;
import dev.assay.skill.AssayException;
import dev.assay.skill.Finding;
import dev.assay.upload.Uploads;
import dev.assay.validation.Validations;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;

/// The page of the skills: it lists them with their states and takes uploads.
@Controller
@RequestMapping("/admin/skills")
class SkillsPage {
  private static final int PAGE_SIZE = 50;

  private final Skills skills;
  private final Uploads uploads;
  private final Validations validations;
  private final PageFrame.Maker frames;

  SkillsPage(Skills skills, Uploads uploads, Validations validations, PageFrame.Maker frames) {
    this.skills = skills;
    this.uploads = uploads;
    this.validations = validations;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView skills(
      HttpServletRequest request,
      @RequestParam(name = "status", defaultValue = "") String status,
      @RequestParam(name = "name", defaultValue = "") String name,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "done", defaultValue = "") String done) {
    Notice notice = new Notice(done.equals("deleted") ? "The skill is deleted." : "", "");
    return list(request, filter(status, name), Math.max(0, page), notice, List.of());
  }

  @PostMapping
  ModelAndView upload(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @RequestParam("file") MultipartFile file,
      @RequestParam(name = "start", defaultValue = "") String start)
      throws IOException {
    try {
      return switch (uploads.take(file.getInputStream(), caller.actor())) {
        case Uploads.Outcome.Taken taken -> {
          if (!start.isEmpty()) {
            validate(taken.submission().skill(), caller);
          }
          yield new ModelAndView("redirect:" + address(taken));
        }
        case Uploads.Outcome.Refused refused -> {
          response.setStatus(Problems.statusOf(new AssayException(refused.code(), "")).value());
          yield list(
              request,
              SkillFilter.ALL,
              0,
              new Notice("", "Refused (" + refused.code() + "). Nothing was kept."),
              refused.findings());
        }
      };
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return list(request, SkillFilter.ALL, 0, new Notice("", e.reason()), List.of());
    }
  }

  /// Starts a validation if that is possible. The skill's page then shows its state in any case.
  private void validate(Skill skill, Caller caller) {
    boolean begun = validations.latest(skill.id()).filter(validations::isAlive).isPresent();
    if (!begun && Action.VALIDATE.allowedFrom(skill.status())) {
      validations.start(skill.id(), caller.getName());
    }
  }

  /// Returns the address of the skill's page. The page shows the result of the upload and offers a
  /// validation.
  private static String address(Uploads.Outcome.Taken taken) {
    ActionMessage done =
        switch (taken.submission()) {
          case Submission.Added _ -> ActionMessage.ADDED;
          case Submission.Known _ -> ActionMessage.KNOWN;
          case Submission.Reopened _ -> ActionMessage.REOPENED;
          case Submission.EvalsReplaced _ -> ActionMessage.EVALS_REPLACED;
        };
    return "/admin/skills/" + taken.submission().skill().id() + "?done=" + done.word();
  }

  private static SkillFilter filter(String status, String name) {
    if (status.equals("review")) {
      return SkillFilter.WAITING_FOR_REVIEW.named(name);
    }
    Optional<Status> wanted =
        Stream.of(Status.values()).filter(each -> each.word().equals(status)).findFirst();
    return new SkillFilter(wanted, Optional.empty(), name);
  }

  private ModelAndView list(
      HttpServletRequest request,
      SkillFilter filter,
      int page,
      Notice notice,
      List<Finding> findings) {
    SkillPage found =
        skills.list(filter.of(Caller.current().flatMap(Caller::onlyOwnSkills)), page, PAGE_SIZE);
    return new ModelAndView(
        "skills",
        Map.of(
            "frame",
            frames.of(request),
            "found",
            found,
            "rows",
            found.skills().stream().map(SkillRow::of).toList(),
            "filter",
            ListFilter.of(filter),
            "notice",
            notice,
            "findings",
            findings));
  }
}
