package dev.assay.validation.proof;

import java.util.Optional;

/// What was observed of one task. Several observations of one task count as one cluster.
///
/// @param with the task done with the skill in the list, network open
/// @param baseline completion without the skill, 0 to 1; empty if that was not tried
/// @param probes how often it was tried whether the skill is chosen, up to the first choice
/// @param chosen how often it was
/// @param offline the task done with the skill, network blocked; empty if that was not tried
public record TaskObservation(
    String task,
    Attempt with,
    Optional<Double> baseline,
    int probes,
    int chosen,
    Optional<Offline> offline) {
  /// @param completion 0 to 1
  /// @param used whether the skill was really used
  public record Attempt(double completion, boolean used) {
    public Attempt {
      requireShare(completion);
    }
  }

  /// @param destinations distinct places that were tried to reach
  public record Offline(double completion, boolean used, int destinations) {
    public Offline {
      requireShare(completion);
    }
  }

  public TaskObservation {
    baseline.ifPresent(TaskObservation::requireShare);
    if (chosen < 0 || chosen > probes) {
      throw new IllegalArgumentException(
          "Of " + probes + " probes " + chosen + " cannot have chosen the skill.");
    }
  }

  /// The judge's 1 to 5 as 0 to 1.
  public static double completion(int grade) {
    if (grade < 1 || grade > 5) {
      throw new IllegalArgumentException("A judge gives 1 to 5, not " + grade + ".");
    }
    return (grade - 1) / 4.0;
  }

  private static void requireShare(double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("A completion is between 0 and 1, not " + value + ".");
    }
  }
}
