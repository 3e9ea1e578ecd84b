package dev.assay.web.console.fulltest;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.FullTests;
import dev.assay.validation.SkillHistory;
import dev.assay.web.access.Caller;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.errors.NeedsSpace;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of full tests. An admin starts one, watches it and compares it with earlier ones.
@Controller
@RequestMapping(FullTestPage.ADDRESS)
class FullTestPage {
  static final String ADDRESS = "/admin/full-test";
  private static final int PAGE_SIZE = 50;

  private final FullTests tests;
  private final SkillHistory skills;
  private final PageFrame.Maker frames;

  FullTestPage(FullTests tests, SkillHistory skills, PageFrame.Maker frames) {
    this.tests = tests;
    this.skills = skills;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView latest(HttpServletRequest request) {
    return page(request, findLatest(), Notice.NONE);
  }

  /// Returns the part of the page that refreshes itself. At the end of the test the whole page is
  /// reloaded.
  @GetMapping("/live")
  ModelAndView live(HttpServletRequest request, HttpServletResponse response) {
    FullTestView view = FullTestView.of(tests.latest());
    if (!view.alive()) {
      response.setHeader("HX-Refresh", "true");
    }
    return new ModelAndView(
        "fulltest/standing",
        Map.of("view", view, "found", rows(view, Search.of(request, ADDRESS, "tests"))));
  }

  @GetMapping("/runs/{run}")
  ModelAndView one(HttpServletRequest request, @PathVariable("run") UUID run) {
    return page(request, Optional.of(FullTestView.of(tests.load(run))), Notice.NONE);
  }

  @NeedsSpace
  @PostMapping
  ModelAndView start(
      HttpServletRequest request,
      HttpServletResponse response,
      @RequestParam(name = "engine", required = false) @Nullable String engine,
      @AuthenticationPrincipal Caller caller) {
    return doing(
        request, response, () -> tests.start(caller.getName(), Optional.ofNullable(engine)));
  }

  @NeedsSpace
  @PostMapping("/resume")
  ModelAndView resume(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller) {
    return doing(request, response, () -> tests.resume(caller.getName()));
  }

  @PostMapping("/cancel")
  ModelAndView cancel(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller) {
    return doing(
        request,
        response,
        () -> {
          if (!tests.cancel(caller.getName())) {
            throw new AssayException(
                ErrorCode.VALIDATION_NOT_COMPLETED,
                "No full test is under way; perhaps it has just ended.");
          }
        });
  }

  private ModelAndView doing(
      HttpServletRequest request, HttpServletResponse response, Runnable action) {
    try {
      action.run();
      return new ModelAndView("redirect:" + ADDRESS);
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, findLatest(), new Notice("", e.reason()));
    }
  }

  private Optional<FullTestView> findLatest() {
    try {
      return Optional.of(FullTestView.of(tests.latest()));
    } catch (AssayException e) {
      if (e.code() == ErrorCode.VALIDATION_NOT_COMPLETED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private ModelAndView page(
      HttpServletRequest request, Optional<FullTestView> view, Notice notice) {
    Search search = Search.of(request, address(request), "tests");
    HeatMap map = HeatMap.of(tests.history(), search);
    Map<String, Object> model = new HashMap<>();
    model.put("frame", frames.of(request));
    view.ifPresent(shown -> model.put("view", shown));
    view.ifPresent(shown -> model.put("found", rows(shown, search)));
    model.put("history", map);
    model.put("histories", Excerpt.of(map.rows(), HeatMap.Row::skill, search, PAGE_SIZE));
    model.put("engines", tests.otherEngines());
    model.put("noticed", skills.noticed());
    model.put("notice", notice);
    return new ModelAndView("fulltest/page", model);
  }

  /// Returns the address of the shown test, even if a form was sent to an action's own address.
  private static String address(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.startsWith(ADDRESS + "/runs/") ? path : ADDRESS;
  }

  private static Excerpt<FullTestView.Row> rows(FullTestView view, Search search) {
    return Excerpt.of(view.rows(), row -> row.line().name() + " " + row.words(), search, PAGE_SIZE);
  }
}
