package dev.assay.validation.scoring;

import java.util.Optional;
import java.util.Set;

/// What was measured of one task. What could not be measured is empty, never a default.
///
/// @param judged the judge's 1 to 5 for the online run
/// @param activated whether the skill was really used online
/// @param judgedOffline the judge's 1 to 5 for the offline run
/// @param attempts what the offline run tried to reach: `host:port`, or a name that was looked up
public record TaskEvidence(
    String task,
    Optional<Integer> judged,
    Optional<Boolean> activated,
    Optional<Integer> judgedOffline,
    Optional<Set<String>> attempts) {
  public TaskEvidence {
    requireGrade(judged);
    requireGrade(judgedOffline);
    attempts = attempts.map(Set::copyOf);
  }

  private static void requireGrade(Optional<Integer> grade) {
    if (grade.isPresent() && (grade.get() < 1 || grade.get() > 5)) {
      throw new IllegalArgumentException("A judge gives 1 to 5, not " + grade.get() + ".");
    }
  }
}
