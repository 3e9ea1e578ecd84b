package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The models that proved a skill.
///
/// @param policy the policy: `all`, `any` or `majority`
/// @param tasks the matrix, with a row for each task and a cell for each model
public record ExecutorsView(String policy, List<Line> lines, List<Row> tasks) {
  /// @param overall the overall score; empty if not every part was measured
  /// @param why the reason for a failed, held or inconclusive outcome; empty if the model passed
  public record Line(String model, String outcome, String overall, String cost, String why) {
    public String colour() {
      return switch (outcome) {
        case "passed" -> "green";
        case "failed" -> "red";
        default -> "orange";
      };
    }
  }

  /// @param cells the online and offline grades, in the order of the models
  public record Row(String task, List<String> cells) {}

  /// @param result the stored result
  static ExecutorsView of(JsonNode result) {
    List<Line> lines = new ArrayList<>();
    List<String> tasks = new ArrayList<>();
    for (JsonNode each : result.path("executors")) {
      lines.add(
          new Line(
              StoredJson.text(each, "model"),
              StoredJson.text(each, "outcome"),
              each.path("scores").path("overall").asString(""),
              each.path("cost").asString(""),
              why(each)));
      each.path("tasks").forEach(cell -> tasks.add(StoredJson.text(cell, "task")));
    }
    return new ExecutorsView(
        StoredJson.text(result, "executor_policy"),
        List.copyOf(lines),
        tasks.stream().distinct().map(task -> row(result, task)).toList());
  }

  /// Tests whether there are several models to compare.
  public boolean several() {
    return lines.size() > 1;
  }

  /// Summarizes the models, such as `Proved with A and B.`
  public String summary() {
    List<String> passed =
        lines.stream().filter(line -> line.outcome().equals("passed")).map(Line::model).toList();
    return "Proved with %s of %d executors (%s)."
        .formatted(passed.isEmpty() ? "none" : String.join(" and ", passed), lines.size(), policy);
  }

  private static String why(JsonNode line) {
    List<String> why = new ArrayList<>();
    line.path("reasons").forEach(reason -> why.add(StoredJson.text(reason, "message")));
    why.addAll(StoredJson.texts(line, "held"));
    why.add(StoredJson.text(line, "inconclusive"));
    return String.join(" ", why).strip();
  }

  private static Row row(JsonNode result, String task) {
    List<String> cells = new ArrayList<>();
    for (JsonNode line : result.path("executors")) {
      cells.add(
          line.path("tasks")
              .valueStream()
              .filter(cell -> StoredJson.text(cell, "task").equals(task))
              .findFirst()
              .map(
                  cell ->
                      "%s online, %s offline%s"
                          .formatted(
                              grade(cell, "online"),
                              grade(cell, "offline"),
                              cell.path("used").asBoolean(false) ? "" : ", skill not used"))
              .orElse("not done"));
    }
    return new Row(task, List.copyOf(cells));
  }

  private static String grade(JsonNode cell, String where) {
    return cell.path(where).isNumber() ? cell.path(where).asString() : "—";
  }
}
