package dev.assay.validation.proof;

import java.util.Optional;

/// The observations of one task. They count as one cluster.
///
/// @param with the attempt with the skill in the list and the network open
/// @param baseline the completion without the skill, 0 to 1; empty if that was not tried
/// @param probes the number of probes, which end at the first choice of a skill
/// @param chosen the number of probes in which the skill was chosen
/// @param offline the attempt with the skill and the network blocked; empty if that was not tried
public record TaskObservation(
    String task,
    Attempt with,
    Optional<Double> baseline,
    int probes,
    int chosen,
    Optional<Offline> offline) {
  /// @param completion the completion, 0 to 1
  /// @param used whether the skill was really used
  public record Attempt(double completion, boolean used) {
    public Attempt {
      requireShare(completion);
    }
  }

  /// @param destinations the number of distinct places that it tried to reach
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

  /// Converts the judge's grade, 1 to 5, to 0 to 1.
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
