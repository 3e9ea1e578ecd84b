package dev.assay.cli.verdict;

import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The models that proved a skill.
public final class ExecutorTable {
  private ExecutorTable() {}

  /// Returns one line for each model with its grades by task; empty if one model did all tasks.
  ///
  /// @param result the server's answer
  public static String of(JsonNode result) {
    JsonNode lines = result.path("executors");
    if (lines.size() < 2) {
      return "";
    }
    Table table = new Table("EXECUTOR", "OUTCOME", "OVERALL", "ONLINE", "OFFLINE", "COST");
    for (JsonNode line : lines) {
      table.add(
          Visible.line(line.path("model").asString(""), 40),
          Visible.line(line.path("outcome").asString(""), 20),
          line.path("scores").path("overall").asString("—"),
          grades(line, "online"),
          grades(line, "offline"),
          line.path("cost").asString("—"));
    }
    return table + "\n" + summary(lines, result.path("executor_policy").asString("all"));
  }

  /// Summarizes the models in one line, such as "Proved with A and B of 3 executors (majority).";
  /// empty for a single model.
  ///
  /// @param lines the executors, each with model and outcome
  public static String summary(JsonNode lines, String policy) {
    if (lines.size() < 2) {
      return "";
    }
    List<String> passed = new ArrayList<>();
    for (JsonNode line : lines) {
      if (line.path("outcome").asString("").equals("passed")) {
        passed.add(Visible.line(line.path("model").asString(""), 40));
      }
    }
    return "Proved with %s of %d executors (%s)."
        .formatted(
            passed.isEmpty() ? "none" : String.join(" and ", passed),
            lines.size(),
            Visible.line(policy, 20));
  }

  private static String grades(JsonNode line, String where) {
    List<String> grades = new ArrayList<>();
    line.path("tasks")
        .forEach(
            task -> {
              if (task.path(where).isNumber()) {
                grades.add(task.path(where).asString());
              }
            });
    return grades.isEmpty() ? "—" : String.join(" ", grades);
  }
}
