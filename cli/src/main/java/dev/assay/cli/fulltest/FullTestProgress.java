package dev.assay.cli.fulltest;

import dev.assay.cli.check.Colours;
import dev.assay.cli.terminal.Heartbeat;
import dev.assay.cli.terminal.Width;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Shows a running full test: one changing line on a terminal, else a line for every finished
/// skill.
final class FullTestProgress implements AutoCloseable {
  private final PrintWriter out;
  private final int width;
  private final Set<String> shown = new HashSet<>();
  private final @Nullable Heartbeat heartbeat;
  private boolean drawn;

  private FullTestProgress(PrintWriter out, int width) {
    this.out = out;
    this.width = width;
    this.heartbeat = width > 0 ? null : Heartbeat.begin("testing");
  }

  static FullTestProgress forPeople(PrintWriter out) {
    boolean live = Colours.isTerminal() && !"dumb".equals(System.getenv("TERM"));
    return new FullTestProgress(out, live ? Width.ofTerminal() : 0);
  }

  static FullTestProgress besideJson(PrintWriter err) {
    return new FullTestProgress(err, 0);
  }

  void show(JsonNode test) {
    for (JsonNode line : test.path("skills")) {
      String outcome = line.path("outcome").asString("");
      if (!outcome.isEmpty() && shown.add(line.path("name").asString(""))) {
        wipe();
        out.println("  " + Visible.line(line.path("name").asString("") + ": " + outcome));
      }
    }
    if (heartbeat != null) {
      heartbeat.phase("testing:" + Visible.line(now(test), 200));
    }
    if (width > 0 && FullTestFindings.isAlive(test)) {
      wipe();
      out.print(Visible.line(now(test), Math.max(20, width - 2)));
      drawn = true;
    }
    out.flush();
  }

  private static String now(JsonNode test) {
    JsonNode progress = test.path("progress");
    StringBuilder steps = new StringBuilder();
    progress.path("steps").forEach(step -> steps.append(" · ").append(step.asString("")));
    return "  %d of %d steps%s"
        .formatted(progress.path("done").asInt(), progress.path("of").asInt(), steps);
  }

  private void wipe() {
    if (drawn) {
      out.print("\r\u001b[K");
      drawn = false;
    }
  }

  @Override
  public void close() {
    if (heartbeat != null) {
      heartbeat.close();
    }
    wipe();
    out.flush();
  }
}
