package dev.assay.web.console;

import dev.assay.registry.Skills;
import dev.assay.web.ServerFacts;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/// The first page: how the server is.
@Controller
class DashboardPage {
  private final HealthEndpoint health;
  private final ServerFacts facts;
  private final Frame.Maker frames;
  private final Skills skills;

  DashboardPage(HealthEndpoint health, ServerFacts facts, Frame.Maker frames, Skills skills) {
    this.health = health;
    this.facts = facts;
    this.frames = frames;
    this.skills = skills;
  }

  @GetMapping("/")
  ModelAndView dashboard(HttpServletRequest request) {
    return new ModelAndView(
        "dashboard",
        Map.of(
            "frame",
            frames.of(request),
            "facts",
            facts,
            "healthy",
            isHealthy(),
            "skills",
            skills.list(Optional.empty(), 0, 1).total()));
  }

  /// The part of the dashboard that keeps itself up to date.
  @GetMapping("/dashboard/health")
  ModelAndView healthPart() {
    return new ModelAndView("health", Map.of("facts", facts, "healthy", isHealthy()));
  }

  private boolean isHealthy() {
    return health.health().getStatus().equals(Status.UP);
  }
}
