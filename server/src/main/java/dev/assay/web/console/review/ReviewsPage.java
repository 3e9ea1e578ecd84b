package dev.assay.web.console.review;

import dev.assay.registry.Review;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillPage;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.Reviews;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The pages of skills that wait for a reviewer, and the reviewer's decision.
@Controller
@RequestMapping("/admin/reviews")
class ReviewsPage {
  private static final int PAGE_SIZE = 25;

  private final Skills skills;
  private final Reviews reviews;
  private final ReviewView.Maker views;
  private final PageFrame.Maker frames;

  ReviewsPage(Skills skills, Reviews reviews, ReviewView.Maker views, PageFrame.Maker frames) {
    this.skills = skills;
    this.reviews = reviews;
    this.views = views;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView queue(HttpServletRequest request) {
    Search search = Search.of(request, "/admin/reviews");
    SkillPage found = skills.waiting(search.text(), search.page(), PAGE_SIZE);
    return new ModelAndView(
        "review/queue",
        Map.of(
            "frame",
            frames.of(request),
            "found",
            new Excerpt<>(
                found.skills().stream().map(views::of).toList(),
                search,
                search.pager(PAGE_SIZE, found.total()))));
  }

  @GetMapping("/{id}")
  ModelAndView one(HttpServletRequest request, @PathVariable("id") UUID id) {
    return page(request, id, "");
  }

  /// @param digest the digest of the content that the reviewer saw
  /// @param run the run whose report the reviewer read
  @PostMapping("/{id}/approve")
  ModelAndView approve(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @PathVariable("id") UUID id,
      @RequestParam("digest") String digest,
      @RequestParam(name = "run", required = false) @Nullable UUID run,
      @RequestParam(name = "acknowledge", defaultValue = "") String acknowledge,
      @RequestParam(name = "acknowledge_held", defaultValue = "") String acknowledgeHeld) {
    Review review =
        new Review(
            caller.getName(),
            caller.owner(),
            Optional.of(digest),
            Optional.ofNullable(run),
            acknowledge.isEmpty()
                ? Review.Rehearsal.NOT_ACKNOWLEDGED
                : Review.Rehearsal.ACKNOWLEDGED,
            acknowledgeHeld.isEmpty()
                ? Review.HeldReasons.NOT_ACKNOWLEDGED
                : Review.HeldReasons.ACKNOWLEDGED);
    return doing(
        request,
        response,
        id,
        () ->
            switch (reviews.approve(id, review)) {
              case Reviews.Answer.InUse _ -> "approved";
              case Reviews.Answer.UnderWay _ -> "rebasing";
            });
  }

  @PostMapping("/{id}/reject")
  ModelAndView reject(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @PathVariable("id") UUID id,
      @RequestParam("reason") String reason) {
    return doing(
        request,
        response,
        id,
        () -> {
          reviews.reject(id, caller.actor(), reason);
          return "rejected";
        });
  }

  private ModelAndView doing(
      HttpServletRequest request,
      HttpServletResponse response,
      UUID id,
      Supplier<String> decision) {
    try {
      return new ModelAndView("redirect:/admin/skills/" + id + "?done=" + decision.get());
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SKILL_NOT_FOUND) {
        throw e;
      }
      response.setStatus(Problems.statusOf(e).value());
      return page(request, id, problem(e, id));
    }
  }

  /// Describes a problem. If two reviewers decide at the same time, the second one learns of the
  /// first decision.
  private String problem(AssayException problem, UUID id) {
    return switch (problem.code()) {
      case INVALID_STATUS_TRANSITION ->
          views.of(skills.load(id)).decidedAlready().orElse(problem.reason());
      case REHEARSAL_NOT_ACKNOWLEDGED ->
          "Rules took a model's place in this validation. Tick that you know it, or configure a"
              + " model and validate again.";
      default -> problem.reason();
    };
  }

  private ModelAndView page(HttpServletRequest request, UUID id, String problem) {
    Skill skill = skills.load(id);
    return new ModelAndView(
        "review/one",
        Map.of(
            "frame",
            frames.of(request),
            "view",
            views.of(skill),
            "notice",
            new Notice("", problem)));
  }
}
