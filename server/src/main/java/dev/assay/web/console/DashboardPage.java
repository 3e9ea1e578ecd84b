package dev.assay.web.console;

import dev.assay.web.ServerFacts;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/// The first page. It shows the state of the server and, to admins, the state of the gate.
@Controller
class DashboardPage {
  private final HealthEndpoint health;
  private final ServerFacts facts;
  private final PageFrame.Maker frames;
  private final GateView.Maker gates;
  private final VerdictChart.Maker verdicts;

  DashboardPage(
      HealthEndpoint health,
      ServerFacts facts,
      PageFrame.Maker frames,
      GateView.Maker gates,
      VerdictChart.Maker verdicts) {
    this.health = health;
    this.facts = facts;
    this.frames = frames;
    this.gates = gates;
    this.verdicts = verdicts;
  }

  @GetMapping("/")
  ModelAndView dashboard(HttpServletRequest request) {
    PageFrame frame = frames.of(request);
    Map<String, Object> model = new HashMap<>();
    model.put("frame", frame);
    model.put("facts", facts);
    model.put("healthy", isHealthy());
    if (frame.isForAdmin()) {
      model.put("gate", gates.look());
      model.put("verdicts", verdicts.look());
    }
    return new ModelAndView("dashboard", model);
  }

  /// Returns the parts of the dashboard that refresh themselves.
  @GetMapping("/dashboard/health")
  ModelAndView healthPart(HttpServletRequest request) {
    return new ModelAndView(
        "health",
        Map.of("facts", facts, "healthy", isHealthy(), "admin", frames.of(request).isForAdmin()));
  }

  @GetMapping("/admin/gate")
  ModelAndView gatePart() {
    return new ModelAndView("gate", Map.of("gate", gates.look()));
  }

  private boolean isHealthy() {
    return health.health().getStatus().equals(Status.UP);
  }
}
