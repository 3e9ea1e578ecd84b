package dev.assay.agent.work;

import dev.assay.skill.task.Judgement;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads a judge's answer.
public final class JudgeAnswerReader {
  public static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false,
       "required": ["analysis", "requirements_met", "requirements_missed", "score", "reason"], "properties": {
        "analysis": {"type": "string", "minLength": 1},
        "requirements_met": {"type": "array", "items": {"type": "string"}},
        "requirements_missed": {"type": "array", "items": {"type": "string"}},
        "score": {"type": "integer", "minimum": 1, "maximum": 5},
        "reason": {"type": "string", "minLength": 1}}}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private JudgeAnswerReader() {}

  /// @throws IllegalArgumentException if the score contradicts the requirements
  public static Judgement read(String json) {
    JsonNode root = JSON.readTree(json);
    Judgement judgement =
        new Judgement(
            root.path("analysis").asString(""),
            strings(root.path("requirements_met")),
            strings(root.path("requirements_missed")),
            root.path("score").asInt(0),
            root.path("reason").asString(""));
    if (judgement.score() >= 3 && judgement.requirementsMet().isEmpty()) {
      throw new IllegalArgumentException(
          "A score of " + judgement.score() + " needs at least one entry in requirements_met.");
    }
    if (judgement.score() <= 3 && judgement.requirementsMissed().isEmpty()) {
      throw new IllegalArgumentException(
          "A score of " + judgement.score() + " needs at least one entry in requirements_missed.");
    }
    return judgement;
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asString("")));
    return strings;
  }
}
