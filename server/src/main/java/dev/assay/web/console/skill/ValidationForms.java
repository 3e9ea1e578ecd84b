package dev.assay.web.console.skill;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.Validations;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.errors.NeedsSpace;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/// Handles the buttons that start, resume and cancel validations.
@Controller
@RequestMapping("/admin/skills/{id}")
class ValidationForms {
  private final Validations validations;
  private final SkillRunView view;

  ValidationForms(Validations validations, SkillRunView view) {
    this.validations = validations;
    this.view = view;
  }

  @NeedsSpace
  @PostMapping("/validate")
  ModelAndView validate(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return doing(request, response, id, () -> validations.start(id, caller.getName()));
  }

  @NeedsSpace
  @PostMapping("/resume")
  ModelAndView resume(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return doing(request, response, id, () -> validations.resume(id, caller.getName()));
  }

  @PostMapping("/cancel")
  ModelAndView cancel(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return doing(
        request,
        response,
        id,
        () -> {
          if (!validations.cancel(id, caller.getName())) {
            throw new AssayException(
                ErrorCode.VALIDATION_NOT_COMPLETED,
                "No validation of this skill is under way; perhaps it has just ended.");
          }
        });
  }

  private ModelAndView doing(
      HttpServletRequest request, HttpServletResponse response, UUID id, Runnable action) {
    try {
      action.run();
      return new ModelAndView("redirect:/admin/skills/" + id);
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SKILL_NOT_FOUND) {
        throw e;
      }
      response.setStatus(Problems.statusOf(e).value());
      return view.overview(request, id, Optional.empty(), skill -> new Notice("", e.reason()));
    }
  }
}
