package dev.assay.wire;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One task with its attempts.
///
/// @param online the attempt with the network; null if it was not reached
/// @param offline the attempt without the network; null if it was not reached
public record VerdictTask(
    String task, String prompt, @Nullable Attempt online, @Nullable Attempt offline) {
  /// Tests whether the skill was used, online or offline.
  public boolean used() {
    return (online != null && online.activated()) || (offline != null && offline.activated());
  }

  /// An attempt at a task.
  ///
  /// @param score the judge's grade, 1 to 5
  /// @param skillsUsed the names of the skills that were used
  /// @param activated whether the skill under test was used
  /// @param network the places that it contacted, or offline tried to contact
  /// @param installs the packages that were installed during the task
  /// @param ending the end of the agent's run, in words
  /// @param checked the answer of the task's own checker; null if it has none
  /// @param cpuMs the processor time; like the next values null if the engine does not measure it
  /// @param cost the cost of the model in the currency of the configured prices
  public record Attempt(
      int score,
      String analysis,
      String reason,
      List<String> skillsUsed,
      boolean activated,
      List<String> network,
      List<String> installs,
      String ending,
      @Nullable Checked checked,
      List<String> requirementsMet,
      List<String> requirementsMissed,
      long executionTimeMs,
      @Nullable Long cpuMs,
      @Nullable BigDecimal cpuPercent,
      @Nullable Long peakMemoryBytes,
      @Nullable Long diskReadBytes,
      @Nullable Long diskWriteBytes,
      BigDecimal cost) {
    /// The lowest grade of a task that counts as done, by the judge's rubric.
    public static final int DONE = 3;

    public Attempt {
      skillsUsed = List.copyOf(skillsUsed);
      network = List.copyOf(network);
      installs = List.copyOf(installs);
      requirementsMet = List.copyOf(requirementsMet);
      requirementsMissed = List.copyOf(requirementsMissed);
    }

    public boolean done() {
      return score >= DONE;
    }
  }

  /// The answer of a task's own checker.
  ///
  /// @param outcome the outcome: `right`, `wrong` or `unusable`
  /// @param words the fault; empty if the result is right
  public record Checked(String outcome, String words) {}
}
