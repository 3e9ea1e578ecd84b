package dev.assay.wire;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The first layer: the skill by itself, online and offline.
///
/// @param blindTest the tasks that do not name the skill; null if there were none
/// @param executionMetrics the metrics of all trials together; null if there were none
/// @param strengths the strengths by an assessment; like the next values left out without one
public record Layer1Result(
    boolean passed,
    @Nullable BlindTest blindTest,
    NetworkTest networkTest,
    @Nullable ExecutionMetrics executionMetrics,
    @Nullable VerdictScores scores,
    Optional<List<String>> strengths,
    Optional<List<String>> weaknesses,
    Optional<List<String>> recommendations,
    Optional<String> summary) {
  /// @param passed whether every task was done online
  /// @param triggerAccuracy the share of the tasks in which the skill was used
  public record BlindTest(
      boolean passed,
      boolean skillTriggered,
      BigDecimal triggerAccuracy,
      List<TaskOutcome> taskResults) {
    public BlindTest {
      taskResults = List.copyOf(taskResults);
    }
  }

  /// The outcome of a task online. Values are left out if it was not done.
  ///
  /// @param skillUsed the name of the skill that was used; null if there was none
  public record TaskOutcome(
      String taskId,
      String task,
      Optional<Boolean> completed,
      @Nullable String skillUsed,
      Optional<Boolean> correctSkillUsed,
      Optional<Long> executionTimeMs) {}

  /// @param reached whether the offline phase was reached; other values are null if it was not
  /// @param summary the skill's behaviour offline, in one sentence
  /// @param undeclaredHosts the undeclared hosts that it reached or tried to reach
  public record NetworkTest(
      boolean reached,
      @Nullable Boolean passed,
      @Nullable Integer blockedNetworkCalls,
      @Nullable Boolean offlineCapable,
      String summary,
      List<String> triedOffline,
      List<String> contactedOnline,
      List<String> undeclaredHosts) {
    public NetworkTest {
      triedOffline = List.copyOf(triedOffline);
      contactedOnline = List.copyOf(contactedOnline);
      undeclaredHosts = List.copyOf(undeclaredHosts);
    }
  }

  /// The metrics of all trials together. A value that one trial lacks is null.
  ///
  /// @param memoryMb the maximum of a single trial
  public record ExecutionMetrics(
      @Nullable BigDecimal cpuPercent,
      @Nullable Long cpuMs,
      @Nullable BigDecimal memoryMb,
      @Nullable BigDecimal diskReadMb,
      @Nullable BigDecimal diskWriteMb,
      BigDecimal executionTimeSec) {}
}
