package dev.assay.web.console.evidence;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// With which models a skill was proved.
///
/// @param policy `all`, `any` or `majority`
/// @param tasks the matrix: one row for each task, one cell for each model
public record ExecutorsView(String policy, List<Line> lines, List<Row> tasks) {
  /// @param overall empty if not everything was measured
  /// @param why what it failed for, is held for or could not be found out; empty if it passed
  public record Line(String model, String outcome, String overall, String cost, String why) {
    public String colour() {
      return switch (outcome) {
        case "passed" -> "green";
        case "failed" -> "red";
        default -> "orange";
      };
    }
  }

  /// @param cells grades online and offline, in the order of the models
  public record Row(String task, List<String> cells) {}

  /// @param result as it is stored
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

  /// Whether there is anything to compare.
  public boolean several() {
    return lines.size() > 1;
  }

  /// `Proved with A and B.`
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
