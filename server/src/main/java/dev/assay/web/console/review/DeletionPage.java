package dev.assay.web.console.review;

import dev.assay.registry.Removals;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.Reviews;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/// The pages for deleting a skill: first a preview of the effects, then the deletion itself.
@Controller
@RequestMapping("/admin/skills/{id}/delete")
class DeletionPage {
  private final Skills skills;
  private final Reviews reviews;
  private final PageFrame.Maker frames;

  DeletionPage(Skills skills, Reviews reviews, PageFrame.Maker frames) {
    this.skills = skills;
    this.reviews = reviews;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView preview(
      HttpServletRequest request, HttpServletResponse response, @PathVariable("id") UUID id) {
    return page(request, response, id, "");
  }

  @PostMapping
  ModelAndView delete(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @PathVariable("id") UUID id) {
    try {
      return switch (reviews.delete(id, caller.getName())) {
        case Reviews.Deletion.Gone _ -> new ModelAndView("redirect:/admin/skills?done=deleted");
        case Reviews.Deletion.UnderWay _ ->
            new ModelAndView("redirect:/admin/skills/" + id + "?done=leaving");
      };
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SKILL_NOT_FOUND) {
        throw e;
      }
      response.setStatus(Problems.statusOf(e).value());
      return page(request, response, id, e.reason());
    }
  }

  /// Shows the page. A skill that cannot be deleted has no preview, only the reason.
  private ModelAndView page(
      HttpServletRequest request, HttpServletResponse response, UUID id, String problem) {
    Skill skill = skills.load(id);
    Map<String, Object> model = new HashMap<>();
    model.put("frame", frames.of(request));
    model.put("skill", skill);
    try {
      Removals.Effort effort = reviews.effort(id);
      model.put("effort", effort);
      model.put("notice", new Notice("", problem));
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      model.put("notice", new Notice("", e.reason()));
    }
    return new ModelAndView("review/delete", model);
  }
}
