package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The result of a full test for one skill, by task.
///
/// @param reason the reason why the skill did not pass; empty if it did
public record TestedView(String reason, List<Task> tasks) {
  /// @param fresh whether the task was written for this test; the others are those of the admission
  /// @param online the grade, 1 to 5; empty if the task could not be judged
  public record Task(
      String id,
      String prompt,
      boolean fresh,
      Optional<Integer> online,
      Optional<Integer> offline,
      boolean used) {
    public boolean done() {
      return enough(online) && enough(offline);
    }

    private static boolean enough(Optional<Integer> score) {
      return score.filter(judged -> judged >= 3).isPresent();
    }

    public String words() {
      return word(online) + " / " + word(offline);
    }

    private static String word(Optional<Integer> score) {
      return score.map(Object::toString).orElse("–");
    }
  }

  public static TestedView read(String json) {
    JsonNode kept = StoredJson.read(json);
    int saved = kept.path("saved").asInt(0);
    List<Task> tasks = new ArrayList<>();
    for (JsonNode each : kept.path("tasks")) {
      tasks.add(
          new Task(
              StoredJson.text(each, "task"),
              StoredJson.text(each, "prompt"),
              tasks.size() >= saved,
              score(each.path("online")),
              score(each.path("offline")),
              each.path("online").path("activated").asBoolean(false)));
    }
    return new TestedView(StoredJson.text(kept, "reason"), List.copyOf(tasks));
  }

  private static Optional<Integer> score(JsonNode attempt) {
    return Optional.of(attempt.path("score")).filter(JsonNode::isNumber).map(JsonNode::asInt);
  }
}
