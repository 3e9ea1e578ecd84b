package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictExecutor;
import dev.assay.wire.VerdictScores;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  static ExecutorsView of(Verdict verdict) {
    List<VerdictExecutor> executors = verdict.executors();
    return new ExecutorsView(
        verdict.executorPolicy(),
        executors.stream().map(ExecutorsView::line).toList(),
        executors.stream()
            .flatMap(each -> each.tasks().stream())
            .map(VerdictExecutor.Cell::task)
            .distinct()
            .map(task -> new Row(task, executors.stream().map(each -> cell(each, task)).toList()))
            .toList());
  }

  private static Line line(VerdictExecutor executor) {
    VerdictScores scores = executor.scores();
    return new Line(
        executor.model(),
        executor.outcome(),
        scores == null ? "" : scores.overall().toPlainString(),
        executor.cost().stripTrailingZeros().toPlainString(),
        why(executor));
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

  private static String why(VerdictExecutor executor) {
    List<String> why = new ArrayList<>();
    executor.reasons().forEach(reason -> why.add(reason.message()));
    why.addAll(executor.held());
    why.add(executor.inconclusive());
    return PageText.cut(String.join(" ", why).strip());
  }

  private static String cell(VerdictExecutor executor, String task) {
    return executor.tasks().stream()
        .filter(cell -> cell.task().equals(task))
        .findFirst()
        .map(
            cell ->
                "%s online, %s offline%s"
                    .formatted(
                        grade(cell.online()),
                        grade(cell.offline()),
                        cell.used() ? "" : ", skill not used"))
        .orElse("not done");
  }

  private static String grade(@Nullable Integer grade) {
    return grade == null ? "—" : grade.toString();
  }
}
