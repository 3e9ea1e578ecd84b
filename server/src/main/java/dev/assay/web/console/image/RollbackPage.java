package dev.assay.web.console.image;

import dev.assay.registry.Rollbacks;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.Reviews;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The pages of a rollback to another image: first a preview of the changes, then the rollback
/// itself.
@Controller
@RequestMapping("/admin/images/{version}/rollback")
class RollbackPage {
  private final Reviews reviews;
  private final PageFrame.Maker frames;

  RollbackPage(Reviews reviews, PageFrame.Maker frames) {
    this.reviews = reviews;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView preview(HttpServletRequest request, @PathVariable("version") String version) {
    return page(request, reviews.previewRollback(version), Notice.NONE);
  }

  /// @param from the current image at the time of the preview
  @PostMapping
  ModelAndView rollBack(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @PathVariable("version") String version,
      @RequestParam("from") String from) {
    try {
      reviews.rollBack(Optional.of(from), version, caller.getName());
    } catch (AssayException e) {
      if (e.code() != ErrorCode.IMAGE_CHANGED) {
        throw e;
      }
      response.setStatus(Problems.statusOf(e).value());
      return page(request, reviews.previewRollback(version), new Notice("", e.reason()));
    }
    return new ModelAndView("redirect:/admin/images?done=rollback");
  }

  private ModelAndView page(HttpServletRequest request, Rollbacks.Rollback plan, Notice notice) {
    return new ModelAndView(
        "image/rollback", Map.of("frame", frames.of(request), "plan", plan, "notice", notice));
  }
}
