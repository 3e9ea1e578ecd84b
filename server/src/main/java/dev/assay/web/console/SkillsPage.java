package dev.assay.web.console;

import dev.assay.registry.SkillPage;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.Finding;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Problems;
import dev.assay.web.skills.Uploads;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;

/// The skills: upload one, see where each stands and what was found in it.
@Controller
@RequestMapping("/admin/skills")
class SkillsPage {
  private static final int PAGE_SIZE = 50;

  private final Skills skills;
  private final Uploads uploads;
  private final Frame.Maker frames;

  SkillsPage(Skills skills, Uploads uploads, Frame.Maker frames) {
    this.skills = skills;
    this.uploads = uploads;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView skills(
      HttpServletRequest request, @RequestParam(name = "page", defaultValue = "0") int page) {
    return list(request, Math.max(0, page), Notice.NONE, List.of());
  }

  @PostMapping
  ModelAndView upload(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @RequestParam("file") MultipartFile file)
      throws IOException {
    try {
      return switch (uploads.take(file.getInputStream(), caller.getName())) {
        case Uploads.Outcome.Taken taken ->
            new ModelAndView("redirect:/admin/skills/" + taken.submission().skill().id());
        case Uploads.Outcome.Refused refused -> {
          response.setStatus(Problems.statusOf(new AssayException(refused.code(), "")).value());
          yield list(
              request,
              0,
              new Notice("", "Refused (" + refused.code() + "). Nothing was kept."),
              refused.findings());
        }
      };
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return list(request, 0, new Notice("", e.reason()), List.of());
    }
  }

  @GetMapping("/{id}")
  ModelAndView skill(HttpServletRequest request, @PathVariable("id") UUID id) {
    return new ModelAndView("skill", Map.of("frame", frames.of(request), "skill", skills.load(id)));
  }

  private ModelAndView list(
      HttpServletRequest request, int page, Notice notice, List<Finding> findings) {
    SkillPage found = skills.list(Optional.empty(), page, PAGE_SIZE);
    return new ModelAndView(
        "skills",
        Map.of(
            "frame", frames.of(request), "found", found, "notice", notice, "findings", findings));
  }
}
