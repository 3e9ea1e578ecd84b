package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// How a skill admitted before fares beside the new one.
public record RegressionView(String skill, List<Tried> tasks) {
  public record Tried(String task, String fate) {
    /// Whether the new skill is to blame.
    public boolean regressed() {
      return fate.equals("broken") || fate.equals("displaced");
    }

    /// Older records call it held.
    public boolean intact() {
      return fate.equals("intact") || fate.equals("held");
    }

    public String words() {
      return switch (fate) {
        case "intact", "held" -> "still done";
        case "suspect" -> "tried again in pairs";
        case "broken" -> "no longer done";
        case "displaced" -> "done, but with another skill";
        case "broken_before" -> "was not done before either";
        default -> fate;
      };
    }
  }

  static RegressionView of(JsonNode regression) {
    List<Tried> tasks = new ArrayList<>();
    for (JsonNode each : regression.path("tasks")) {
      tasks.add(
          new Tried(
              StoredJson.text(each, "task"),
              StoredJson.text(each, "fate").toLowerCase(Locale.ROOT)));
    }
    return new RegressionView(StoredJson.text(regression, "skill"), List.copyOf(tasks));
  }
}
