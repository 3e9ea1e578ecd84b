package dev.assay.agent.work;

import dev.assay.wire.VerdictScores;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// Reads a report and checks its numbers against the result.
public final class ReportReader {
  public static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["markdown"], "properties": {
        "markdown": {"type": "string", "minLength": 100, "maxLength": 60000}}}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ReportReader() {}

  /// @param scores the scores that the report has to name; empty if there are none
  /// @throws IllegalArgumentException if a number is wrong or a score is missing
  public static String read(String json, ReportNumbers data, Optional<VerdictScores> scores) {
    String markdown = JSON.readTree(json).path("markdown").asString("");
    data.requireIn(markdown);
    scores.ifPresent(known -> ReportNumbers.requireScores(markdown, known));
    return markdown;
  }
}
