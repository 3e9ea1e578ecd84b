package dev.assay.agent.work;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads an assessment. Its numbers must be numbers of the data.
public final class Assessments {
  public static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false,
       "required": ["strengths", "weaknesses", "recommendations", "summary"], "properties": {
        "strengths": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string", "minLength": 1, "maxLength": 500}},
        "weaknesses": {"type": "array", "maxItems": 2, "items": {"type": "string", "minLength": 1, "maxLength": 500}},
        "recommendations": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string", "minLength": 1, "maxLength": 500}},
        "summary": {"type": "string", "minLength": 1, "maxLength": 1000}}}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Assessments() {}

  /// The parts of an assessment.
  public record Parts(
      List<String> strengths,
      List<String> weaknesses,
      List<String> recommendations,
      String summary) {}

  /// @throws IllegalArgumentException if a number in it is not in the data
  public static Parts read(String json, ReportNumbers data) {
    JsonNode root = JSON.readTree(json);
    Parts parts =
        new Parts(
            strings(root.path("strengths")),
            strings(root.path("weaknesses")),
            strings(root.path("recommendations")),
            root.path("summary").asString(""));
    data.requireIn(parts.summary() + "\n" + String.join("\n", parts.strengths()));
    data.requireIn(String.join("\n", parts.weaknesses()));
    return parts;
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asString("")));
    return strings;
  }
}
