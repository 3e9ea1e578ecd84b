package dev.assay.validation.evidence;

import dev.assay.validation.decision.Reason;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// What a run came to: enough to show the verdict and why, without the transcripts.
///
/// @param outcome `passed` or `failed`
/// @param warnings what a reviewer should know of a skill that passed
public record Result(
    String skill,
    int version,
    String digest,
    String outcome,
    List<Reason> reasons,
    List<String> warnings,
    Optional<Scores> scores,
    List<TaskResult> tasks,
    Packages packages,
    List<RegressionLine> regressions,
    boolean rehearsal,
    String image) {
  /// The scores with what they follow from.
  public record Scores(
      BigDecimal completion,
      BigDecimal trigger,
      BigDecimal offline,
      BigDecimal overall,
      BigDecimal offlineCompletion,
      int attempts,
      boolean offlineCapable,
      int threshold,
      Weights weights) {}

  public record Weights(BigDecimal completion, BigDecimal trigger, BigDecimal offline) {}

  /// One task, online beside offline.
  public record TaskResult(
      String task, String prompt, Optional<Attempt> online, Optional<Attempt> offline) {}

  public record Attempt(
      int score,
      String reason,
      List<String> met,
      List<String> missed,
      List<String> skillsUsed,
      boolean activated,
      List<String> network,
      List<String> installs,
      String ending,
      TaskRun.Used used) {}

  public record Packages(
      List<String> declared,
      List<String> needed,
      List<String> extra,
      List<String> unowned,
      List<String> conflicts) {}

  public record RegressionLine(String skill, int tasks, List<String> regressions) {}

  public Result {
    reasons = List.copyOf(reasons);
    warnings = List.copyOf(warnings);
    tasks = List.copyOf(tasks);
    regressions = List.copyOf(regressions);
  }

  public boolean passed() {
    return outcome.equals("passed");
  }
}
