package dev.assay.cli.review;

import dev.assay.cli.terminal.Heartbeat;
import dev.assay.cli.validate.RemoteSkills;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Follows a run about a skill to its end and prints a line for each step.
record RunFollower(RemoteSkills skills, PrintWriter out) {
  private static final Duration PAUSE = Duration.ofMillis(300);

  /// Waits for the end of the run and returns the status of the skill.
  ///
  /// @throws AssayException with `SKILL_NOT_FOUND` in its details if the skill is gone
  JsonNode end(String id) throws InterruptedException {
    try (Heartbeat heartbeat = Heartbeat.begin("waiting")) {
      return end(id, heartbeat);
    }
  }

  private JsonNode end(String id, Heartbeat heartbeat) throws InterruptedException {
    Set<String> shown = new HashSet<>();
    while (true) {
      JsonNode status = skills.status(id);
      for (JsonNode step : status.path("steps")) {
        String name = step.path("name").asString("");
        if (step.path("state").asString("").equals("started")) {
          heartbeat.phase(Visible.line(name, 80));
        }
        if (step.path("state").asString("").equals("finished") && shown.add(name)) {
          out.println("  " + Visible.line(name, 80));
          out.flush();
        }
      }
      String state = status.path("run_state").asString("");
      if (!state.equals("waiting") && !state.equals("running")) {
        return status;
      }
      Thread.sleep(PAUSE);
    }
  }
}
