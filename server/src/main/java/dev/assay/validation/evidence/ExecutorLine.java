package dev.assay.validation.evidence;

import dev.assay.validation.decision.Reason;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// The outcome of one executor's trials, as a line of the matrix.
///
/// @param model the name of the model
/// @param outcome the outcome: `passed`, `failed`, `held` or `inconclusive`
/// @param held the reasons why a person has to decide
/// @param inconclusive the reason why there is no verdict; empty if there is one
/// @param scores the scores; empty if they could not all be measured
/// @param cost the cost of this model in the currency of the configured prices
public record ExecutorLine(
    String model,
    String outcome,
    List<Reason> reasons,
    List<String> held,
    String inconclusive,
    Optional<Result.Scores> scores,
    Optional<ProofSummary> proof,
    List<Cell> tasks,
    long calls,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    BigDecimal cost) {
  /// The executor's grades of one task.
  ///
  /// @param online the judge's grade, 1 to 5; empty if the task was not done or judged
  /// @param used whether the skill was really used, online or offline
  public record Cell(
      String task, Optional<Integer> online, Optional<Integer> offline, boolean used) {
    static Cell of(Result.TaskResult task) {
      return new Cell(
          task.task(),
          task.online().map(Result.Attempt::score),
          task.offline().map(Result.Attempt::score),
          task.online().filter(Result.Attempt::activated).isPresent()
              || task.offline().filter(Result.Attempt::activated).isPresent());
    }
  }

  public ExecutorLine {
    reasons = List.copyOf(reasons);
    held = List.copyOf(held);
    tasks = List.copyOf(tasks);
  }

  public static List<Cell> cells(List<Result.TaskResult> tasks) {
    return tasks.stream().map(Cell::of).toList();
  }
}
