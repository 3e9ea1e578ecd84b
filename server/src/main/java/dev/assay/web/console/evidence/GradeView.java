package dev.assay.web.console.evidence;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// How a judge saw a task that was done.
///
/// @param score 1 to 5
/// @param checked what the task's own program computed, in words; empty if it has none
public record GradeView(
    int score,
    String reason,
    String analysis,
    List<String> met,
    List<String> missed,
    String checked,
    Optional<UUID> transcript) {
  /// From here on a task counts as done.
  static final int DONE = 3;

  static GradeView of(JsonNode grade) {
    JsonNode judgement = grade.path("judgement");
    return new GradeView(
        judgement.path("score").asInt(0),
        StoredJson.text(judgement, "reason"),
        StoredJson.text(judgement, "analysis"),
        StoredJson.texts(judgement, "requirementsMet"),
        StoredJson.texts(judgement, "requirementsMissed"),
        checked(grade.path("checked")),
        StoredJson.id(grade, "transcript"));
  }

  private static String checked(JsonNode checked) {
    String words = StoredJson.text(checked, "words");
    return switch (StoredJson.text(checked, "outcome")) {
      case "RIGHT" -> "right";
      case "WRONG" -> "wrong: " + words;
      case "UNUSABLE" -> "not used: " + words;
      default -> "";
    };
  }

  /// As the judge's rubric has it.
  public boolean completed() {
    return score >= DONE;
  }
}
