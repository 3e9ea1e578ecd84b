package dev.assay.validation;

import static dev.assay.validation.ResultJson.JSON;

import dev.assay.validation.fulltest.Tested;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the findings of a full test about a skill with the keys of every other result.
public final class FullTestJson {
  private FullTestJson() {}

  /// @param kept the findings as the log of full tests stores them
  public static String of(String kept) {
    Tested tested = JSON.readValue(kept, Tested.class);
    ObjectNode shown = JSON.createObjectNode().put("skill_name", tested.skill());
    shown.put("outcome", tested.outcome().word()).put("reason", tested.reason());
    shown.set("scores", LayerJson.scores(tested.scores()));
    shown.set("tasks", LayerJson.tasks(tested.tasks()));
    shown.put("saved", tested.saved());
    ArrayNode executors = shown.putArray("executors");
    for (Tested.Line each : tested.executors()) {
      ObjectNode line = executors.addObject().put("model", each.model());
      line.put("outcome", each.outcome().word()).put("reason", each.reason());
      line.set("scores", LayerJson.scores(each.scores()));
    }
    return JSON.writeValueAsString(shown);
  }
}
