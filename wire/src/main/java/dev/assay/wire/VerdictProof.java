package dev.assay.wire;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The confidence of a verdict.
///
/// @param level the level: `quick`, `standard` or `thorough`
/// @param tasks the number of distinct tasks
/// @param pairs the number of tasks that were also done without the skill
/// @param chanceAboveLine the probability that the true score is at least the line
/// @param lift the gain by the skill; null if it was not measured
/// @param negatives the number of tasks that the skill should leave alone
/// @param grabbed the number of those for which it was chosen
/// @param notMeasured the values about which there is no evidence
/// @param words the summary in one line
/// @param calibration the gate's own measured errors; empty if they are unknown
/// @param effort the skill's additional effort; null if it was not measured
public record VerdictProof(
    String level,
    int tasks,
    int pairs,
    Range score,
    BigDecimal chanceAboveLine,
    @Nullable Range lift,
    int negatives,
    int grabbed,
    List<String> notMeasured,
    String words,
    String calibration,
    @Nullable Effort effort) {
  public VerdictProof {
    notMeasured = List.copyOf(notMeasured);
  }

  /// A value with its 90 % interval.
  public record Range(BigDecimal value, BigDecimal low, BigDecimal high) {}

  /// The mean effort that the skill adds to a task. A negative value is saved.
  public record Effort(int pairs, long tokens, long millis) {}
}
