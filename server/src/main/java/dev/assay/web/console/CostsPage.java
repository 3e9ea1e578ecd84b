package dev.assay.web.console;

import dev.assay.web.ModelCosts;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of model costs by purpose, day and user, for admins.
@Controller
class CostsPage {
  private static final int USUAL = 30;
  private static final int MOST = 366;

  private final ModelCosts costs;
  private final PageFrame.Maker frames;
  private final Clock clock;

  CostsPage(ModelCosts costs, PageFrame.Maker frames, Clock clock) {
    this.costs = costs;
    this.frames = frames;
    this.clock = clock;
  }

  @GetMapping("/admin/costs")
  ModelAndView costs(
      HttpServletRequest request, @RequestParam(name = "days", defaultValue = "") String text) {
    int days = days(text);
    Instant since = clock.instant().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(days - 1L));
    return new ModelAndView(
        "cost/page",
        Map.of(
            "frame", frames.of(request),
            "days", days,
            "lines", costs.since(since),
            "byDay", costs.days(since),
            "byUser", costs.users(since)));
  }

  private static int days(String text) {
    int days = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : USUAL;
    return Math.clamp(days, 1, MOST);
  }
}
