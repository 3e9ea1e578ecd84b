package dev.assay.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a full test for one skill.
///
/// @param outcome the outcome: `passed`, `failed` or `inconclusive`
/// @param reason the reason why it did not pass; empty if it did
/// @param scores the scores over all tasks; null if they could not all be measured
/// @param saved the number of tasks from its admission; they come first
/// @param executors the outcome of each model that did the tasks
public record FullTestVerdict(
    String skillName,
    String outcome,
    String reason,
    @Nullable VerdictScores scores,
    List<VerdictTask> tasks,
    int saved,
    List<Line> executors) {
  public FullTestVerdict {
    tasks = List.copyOf(tasks);
    executors = List.copyOf(executors);
  }

  /// The outcome of one model.
  public record Line(String model, String outcome, String reason, @Nullable VerdictScores scores) {}
}
